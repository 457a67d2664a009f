"""Opens N connections to 127.0.0.1:PORT, one after the other, with one GET each. See ports.sh.

Prints who closes first, the number of answers, and the errors. Stops at the 100th error of a kind.

usage: ports.py PORT N server|client    the last word says which side closes a connection first
"""

import errno
import socket
import sys

port, count, closer = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
field = b"Connection: close\r\n" if closer == "server" else b""
request = b"GET /files/hello.txt HTTP/1.1\r\nHost: localhost\r\n" + field + b"\r\n"
answered, errors = 0, {}
for _ in range(count):
    with socket.socket() as client:
        try:
            client.connect(("127.0.0.1", port))
            client.sendall(request)
            answered += client.recv(65536).startswith(b"HTTP/1.1 200")
            while closer == "server" and client.recv(65536):
                pass
        except OSError as error:
            name = errno.errorcode.get(error.errno, str(error))
            errors[name] = errors.get(name, 0) + 1
            if errors[name] == 100:
                break
told = ", ".join(f"{name} ({times} times)" for name, times in errors.items())
print(closer, f"{answered:,}", told or "none", sep="\t")
