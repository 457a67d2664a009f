#!/usr/bin/env python3
"""Loads a server as perf does in the scenarios S1x and S2x, but shares no code with it. ./weir crosscheck starts it.

usage: client.py downloads PORT NET COUNT FROM TO PATH FILE
       client.py subscribers PORT NET COUNT FROM TO KEY EVENTS_PER_SECOND

COUNT clients have addresses in 127.NET.0.0/16. The window is from FROM to TO, in nanoseconds of CLOCK_MONOTONIC.
"""
import json, re, select, socket, sys
from time import monotonic_ns as now

MODE, PORT, NET, COUNT, FROM, TO = sys.argv[1], *map(int, sys.argv[2:7])
SECONDS, RAMP = (TO - FROM) / 1e9, max(500, COUNT) * 1_000_000
NO_PORT_YET = 24  # IP_BIND_ADDRESS_NO_PORT: the kernel chooses the port when it knows both addresses
EVENT = re.compile(rb"data: ?(\d{19}) (\d{10}) x{69}\n\n")
loop, clients = select.epoll(), {}


class Client:
    def __init__(self, number, request, due):
        self.due, self.last, self.received, self.in_window, self.expected = due, 0, 0, 0, 0
        self.answered, self.rest = False, b""
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_IP, NO_PORT_YET, 1)
        self.socket.bind((f"127.{NET}.{number // 250}.{number % 250 + 1}", 0))
        self.socket.connect(("127.0.0.1", PORT))
        self.socket.send(request)
        self.socket.setblocking(False)
        loop.register(self.socket.fileno(), select.EPOLLIN)
        clients[self.socket.fileno()] = self


def ramp(request):
    begin = now()
    return [(begin + RAMP * i // COUNT, lambda due, i=i: Client(i, request, due)) for i in range(COUNT)]


def run(tasks, until, read):
    """Polls without sleeping, as a sleeping core wakes up late. Each task has an instant at which it is due."""
    tasks.sort(key=lambda task: -task[0])
    while (instant := now()) < until:
        while tasks and tasks[-1][0] <= instant:
            due, task = tasks.pop()
            task(due)
        for descriptor, _ in loop.poll(0, 64):
            client = clients[descriptor]
            data = client.socket.recv(64 * 1024)
            if not client.answered:
                head, _, data = data.partition(b"\r\n\r\n")
                if not re.match(rb"HTTP/1.1 20[01] ", head):
                    sys.exit(f"not the expected answer: {head!r}")
                client.answered = True
            elif not data:
                sys.exit("the server closed a connection")
            read(client, data, now())


def percentile(values, percent):
    return sorted(values)[int((len(values) - 1) * percent / 100)]


def downloads(path, file):
    expected, waits, gaps, wrong = open(file, "rb").read(), [], [], 0

    def read(client, data, at):
        nonlocal wrong
        wrong += data != expected[client.received:client.received + len(data)]
        if data and client.received == 0:
            waits.append(at - client.due)
        client.received += len(data)
        if FROM <= at < TO:
            client.in_window += len(data)
            if client.last >= FROM:
                gaps.append(at - client.last)
        client.last = at

    run(ramp(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()), TO, read)
    rates = [client.in_window / 1024 / SECONDS for client in clients.values()]
    return {"MiB/s": sum(rates) / 1024,
            "rate of a download, median, KiB/s": percentile(rates, 50),
            "rate of the slowest download, KiB/s": min(rates),
            "time to the first byte of the file, mean, ms": sum(waits) / COUNT / 1e6,
            "gap between arrivals, p99, ms": percentile(gaps, 99) / 1e6,
            "faults": wrong + COUNT - len(clients)}


def subscribers(key, per_second):
    delays, last, in_window, lost, doubled, events = [], {}, 0, 0, 0, round(per_second * SECONDS)

    def send(number, due):
        publisher.answered = False  # the next answer has a head again
        publisher.socket.send((f"POST /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
                               "Content-Type: text/plain\r\nContent-Length: 100\r\n\r\n"
                               + f"{due:019d} {number:010d} ".ljust(100, "x")).encode())

    def read(client, data, at):
        nonlocal in_window, lost, doubled
        client.rest += data
        end = 0
        for found in EVENT.finditer(client.rest):
            due, number, end = int(found[1]), int(found[2]), found.end()
            lost, doubled = lost + max(0, number - client.expected), doubled + (number < client.expected)
            client.expected = max(client.expected, number + 1)
            in_window += FROM <= at < TO
            delays.append(at - due)
            last[number] = max(last.get(number, 0), at - due)
        client.rest = client.rest[end:]

    publisher, period = Client(COUNT, b"", 0), 10**9 // per_second
    tasks = [(FROM + period // 10 + period * i, lambda due, i=i: send(i, due)) for i in range(events)]
    run(tasks + ramp(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"), TO + 10**9, read)
    missing = sum(events - client.expected for client in clients.values() if client is not publisher)
    return {"deliveries/s": in_window / SECONDS,
            "delay, p50, ms": percentile(delays, 50) / 1e6,
            "delay, p99, ms": percentile(delays, 99) / 1e6,
            "delay of the last subscriber, mean, ms": sum(last.values()) / len(last) / 1e6,
            "faults": lost + doubled + missing + COUNT + 1 - len(clients)}


print(json.dumps(downloads(*sys.argv[7:]) if MODE == "downloads" else subscribers(sys.argv[7], int(sys.argv[8]))))
