#!/usr/bin/env python3
"""Calls Weir's SOAP service with xmlsec and cryptography: a peer that shares no code with it.

    pip install xmlsec==1.3.17 cryptography==50.0.2
    python3 call.py KEYS 1 2 http://localhost:8080/ws

KEYS is the folder of development keys that the server logs at its start.
"""

import base64
import datetime
import os
import sys
import urllib.error
import urllib.request

import xmlsec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as forms
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import pkcs12
from lxml import etree

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
WSSE = WSS + "wssecurity-secext-1.0.xsd"
WSU = WSS + "wssecurity-utility-1.0.xsd"
WSSE11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"
DS = "http://www.w3.org/2000/09/xmldsig#"
C14N = "http://www.w3.org/2001/10/xml-exc-c14n#"
RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256"
CALC = "http://javacrumbs.net/calc"
PASSWORD = b"development"

REQUEST = """<soap:Envelope xmlns:soap="{SOAP}"><soap:Header>\
<wsse:Security xmlns:wsse="{WSSE}" xmlns:wsu="{WSU}" soap:mustUnderstand="1">\
<wsse:BinarySecurityToken wsu:Id="token" EncodingType="{WSS}soap-message-security-1.0#Base64Binary" \
ValueType="{WSS}x509-token-profile-1.0#X509v3">{token}</wsse:BinarySecurityToken>\
<ds:Signature xmlns:ds="{DS}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="{C14N}"/>\
<ds:SignatureMethod Algorithm="{RSA_SHA256}"/>{references}</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo>\
<wsse:SecurityTokenReference><wsse:Reference URI="#token" ValueType="{WSS}x509-token-profile-1.0#X509v3"/>\
</wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>\
<xenc:EncryptedKey xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Id="key">\
<xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#rsa-oaep">\
<ds:DigestMethod xmlns:ds="{DS}" Algorithm="{SHA256}"/>\
<xenc11:MGF xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha256"/>\
</xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="{DS}"><wsse:SecurityTokenReference>\
<wsse:KeyIdentifier EncodingType="{WSS}soap-message-security-1.0#Base64Binary" \
ValueType="http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1">{thumbprint}</wsse:KeyIdentifier>\
</wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>{wrapped}</xenc:CipherValue></xenc:CipherData>\
<xenc:ReferenceList><xenc:DataReference URI="#data"/></xenc:ReferenceList></xenc:EncryptedKey>\
<wsu:Timestamp wsu:Id="time"><wsu:Created>{created}</wsu:Created><wsu:Expires>{expires}</wsu:Expires></wsu:Timestamp>\
</wsse:Security></soap:Header><soap:Body xmlns:wsu="{WSU}" wsu:Id="body"><calc:plusRequest xmlns:calc="{CALC}"><calc:a>\
<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Id="data" Type="http://www.w3.org/2001/04/xmlenc#Content">\
<xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>\
<ds:KeyInfo xmlns:ds="{DS}"><wsse:SecurityTokenReference xmlns:wsse="{WSSE}"><wsse:Reference URI="#key"/>\
</wsse:SecurityTokenReference></ds:KeyInfo>\
<xenc:CipherData><xenc:CipherValue>{secret}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>\
</calc:a><calc:b>{b}</calc:b></calc:plusRequest></soap:Body></soap:Envelope>"""

REFERENCE = """<ds:Reference URI="#{id}"><ds:Transforms><ds:Transform Algorithm="{C14N}"/></ds:Transforms>\
<ds:DigestMethod Algorithm="{SHA256}"/><ds:DigestValue/></ds:Reference>"""


def text(raw):
    return base64.b64encode(raw).decode()


def time(seconds):
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (at.microsecond // 1000)


def load(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return pkcs12.load_pkcs12(file.read(), PASSWORD)


def request(key, certificate, server, a, b):
    """The signed envelope, and the value of its signature."""
    secret, nonce = AESGCM.generate_key(256), os.urandom(12)
    oaep = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)
    fields = dict(globals())
    fields.update(
        token=text(certificate.public_bytes(forms.Encoding.DER)),
        thumbprint=text(server.fingerprint(hashes.SHA1())),
        wrapped=text(server.public_key().encrypt(secret, oaep)),
        secret=text(nonce + AESGCM(secret).encrypt(nonce, str(a).encode(), None)),
        references="".join(REFERENCE.format(id=one, **globals()) for one in ("token", "time", "body")),
        created=time(0),
        expires=time(60),
        b=b,
    )
    root = etree.fromstring(REQUEST.format(**fields))
    xmlsec.tree.add_ids(root, ["Id"])
    context = xmlsec.SignatureContext()
    pem = key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    context.key = xmlsec.Key.from_memory(pem, xmlsec.KeyFormat.PEM)
    signature = root.find(".//{%s}Signature" % DS)
    context.sign(signature)
    return etree.tostring(root), signature.findtext("{%s}SignatureValue" % DS)


def only(parent, namespace, name):
    found = parent.findall("{%s}%s" % (namespace, name))
    if len(found) != 1:
        raise SystemExit("refused: %d of %s" % (len(found), name))
    return found[0]


def result(answer, server, signed):
    """What is in the answer, once it is known to be the server's, and to this request."""
    root = etree.fromstring(answer, etree.XMLParser(resolve_entities=False, no_network=True))
    body = only(root, SOAP, "Body")
    fault = body.find("{%s}Fault" % SOAP)
    security = root.find("{%s}Header/{%s}Security" % (SOAP, WSSE))
    if security is None:
        raise SystemExit("fault, not signed: " + fault.findtext("faultcode") + ": " + fault.findtext("faultstring"))
    token, stamp = only(security, WSSE, "BinarySecurityToken"), only(security, WSU, "Timestamp")
    confirmation, signature = only(security, WSSE11, "SignatureConfirmation"), only(security, DS, "Signature")
    if base64.b64decode(token.text) != server.public_bytes(forms.Encoding.DER):
        raise SystemExit("refused: signed by another")
    info = only(signature, DS, "SignedInfo")
    if {one.get("Algorithm") for one in info.iter() if one.get("Algorithm")} != {C14N, RSA_SHA256, SHA256}:
        raise SystemExit("refused: another algorithm")
    ids = [value for one in root.iter() for name, value in one.items() if name.split("}")[-1] == "Id"]
    if len(ids) != len(set(ids)):
        raise SystemExit("refused: two elements have the same id")
    references = {one.get("URI") for one in info.findall("{%s}Reference" % DS)}
    for part in (body, stamp, confirmation, token):
        if "#" + str(part.get("{%s}Id" % WSU)) not in references:
            raise SystemExit("refused: not signed: " + part.tag)
    xmlsec.tree.add_ids(root, ["Id"])
    context = xmlsec.SignatureContext()
    pem = server.public_key().public_bytes(forms.Encoding.PEM, forms.PublicFormat.SubjectPublicKeyInfo)
    context.key = xmlsec.Key.from_memory(pem, xmlsec.KeyFormat.PEM)
    context.verify(signature)
    if base64.b64decode(confirmation.get("Value")) != base64.b64decode(signed):
        raise SystemExit("refused: the answer to another request")
    if fault is not None:
        raise SystemExit("fault: " + fault.findtext("faultcode") + ": " + fault.findtext("faultstring"))
    return body.findtext("{%s}plusResponse/{%s}result" % (CALC, CALC))


def main(folder, a, b, address):
    client = load(folder, "client.p12")
    trusted = {one.friendly_name: one.certificate for one in load(folder, "client-trust.p12").additional_certs}
    server = trusted[b"server"]
    envelope, signature = request(client.key, client.cert.certificate, server, a, b)
    call = urllib.request.Request(address, envelope, {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '""'})
    try:
        with urllib.request.urlopen(call, timeout=30) as response:
            answer = response.read()
    except urllib.error.HTTPError as error:
        answer = error.read()
    print(result(answer, server, signature))


if __name__ == "__main__":
    main(*sys.argv[1:])
