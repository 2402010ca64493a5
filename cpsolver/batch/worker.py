"""The process that answers: it is told the question, says that it is ready, then gets tasks and sends back lines.

It ends when nobody writes to it any more, even in the midst of a task.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import time
from typing import BinaryIO

from cpsolver.isolation import own_channel, received, send

READY, PART, DONE = range(3)
"""What a message says: all is imported; some answers; the last of them were sent."""


def main() -> None:
    """Answer until the other side has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; our parent decides
    channel = own_channel()
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    question = pickle.loads(asked.get())  # written by our own parent process
    from cpsolver.batch.asking import answers, prepare

    prepare(question)
    send(channel, READY)
    while True:
        chunk, one_by_one = pickle.loads(asked.get())
        start = time.perf_counter()
        for lines in answers(question, chunk, one_by_one):
            send(channel, PART, pickle.dumps(lines))
        send(channel, DONE, pickle.dumps(time.perf_counter() - start))


def _listen(source: BinaryIO, asked: queue.SimpleQueue[bytes]) -> None:
    while (message := received(source)) is not None:
        asked.put(message[1])
    os._exit(0)


if __name__ == "__main__":
    main()
