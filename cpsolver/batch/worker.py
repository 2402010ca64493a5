"""The process that answers: it is told the question, says that it is ready, then gets tasks and sends back lines.

It ends when nobody writes to it any more, even in the midst of a task.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import signal
import sys
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

from cpsolver.isolation import own_channel, received, send

if TYPE_CHECKING:
    from cpsolver.batch.asking import Line
    from cpsolver.batch.entries import Entry

READY, PART, DONE, FAILED = range(4)
"""What a message says: it may begin; some answers; the last of them were sent; an error of ours, in words."""


def main() -> None:
    """Answer until the other side has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; our parent decides
    channel = own_channel()
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    try:
        _answer(channel, asked)
    except Exception as error:  # whatever it is, the parent is to say it
        send(channel, FAILED, f"{type(error).__name__}: {error}".encode(errors="replace"))


def _answer(channel: BinaryIO, asked: queue.SimpleQueue[bytes]) -> None:
    question = pickle.loads(asked.get())  # written by our own parent process
    from cpsolver.batch.asking import answers, prepare

    send(channel, READY)
    is_warm = False
    while True:
        chunk, one_by_one = unpacked_tasks(asked.get())
        if not is_warm:
            prepare(question, chunk[0])
            gc.freeze()  # what is imported stays
            send(channel, PART, packed_lines([]))
            is_warm = True
        start = time.perf_counter()
        for lines in answers(question, chunk, one_by_one):
            send(channel, PART, packed_lines(lines))
        send(channel, DONE, pickle.dumps(time.perf_counter() - start))


# Columns instead of records: pickles of many strings are read and written thirty times as fast as those of records.


def packed_tasks(chunk: Sequence[Entry], one_by_one: bool) -> bytes:
    """Tasks of one text as a message."""
    source, _, _, kind, folder = chunk[0]
    lines, texts = [entry.line for entry in chunk], [entry.text for entry in chunk]
    return pickle.dumps((source, kind, folder, lines, texts, one_by_one))


def unpacked_tasks(message: bytes) -> tuple[list[Entry], bool]:
    """The tasks of a message, and whether to answer them one by one."""
    from cpsolver.batch.entries import Entry

    source, kind, folder, lines, texts, one_by_one = pickle.loads(message)  # written by our own parent process
    return [Entry(source, line, text, kind, folder) for line, text in zip(lines, texts, strict=True)], one_by_one


def packed_lines(lines: Sequence[Line]) -> bytes:
    """Answers as a message."""
    return pickle.dumps(tuple(zip(*lines, strict=True)))


def unpacked_lines(message: bytes) -> list[Line]:
    """The answers in a message."""
    from cpsolver.batch.asking import Line

    return list(map(Line._make, zip(*pickle.loads(message), strict=True)))  # written by our own child process


def _listen(source: BinaryIO, asked: queue.SimpleQueue[bytes]) -> None:
    while (message := received(source)) is not None:
        asked.put(message[1])
    os._exit(0)


if __name__ == "__main__":
    main()
