"""Processes that answer many tasks: in order, memory flat, none of them able to stop the others by dying.

The standard pools lose all work, or wait for ever, when a process of theirs is killed. Here a task that ends its
process, or overruns its limit, is named, and the tasks after it go on in a new process. Which task it was is known
because answers are sent as they are found; where several were worked out together they are tried again, one by one.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from cpsolver.batch.asking import Line, Question, answer, unanswered
from cpsolver.batch.entries import Entry
from cpsolver.batch.worker import DONE, FAILED, PART, READY, packed_tasks, unpacked_lines
from cpsolver.errors import SolverError
from cpsolver.isolation import environment, received, send
from cpsolver.task.result import never

GRACE = 1.0
"""Seconds a task may take to end by itself after its limit, before its process is ended."""

IMPORTS = 20.0
"""Seconds that imports for the first task of a process may take beside that."""

LARGEST_CHUNK, FIRST_CHUNK = 4096, 32
WANTED = 0.15
"""Seconds of work a chunk should hold: enough to make handing over cheap, little enough to keep all busy."""

FEW = 16
"""Up to so many plain tasks are answered here: they take less than a process takes to start."""

_GLANCE = 0.03
_MOST_FAILED_STARTS = 3
_DIED = -1

Answered = tuple[Entry, Line]


def cores() -> int:
    """The cores this process may use."""
    count = getattr(os, "process_cpu_count", None)
    if count is not None:
        return int(count() or 1)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


@dataclass(eq=False)
class _Chunk:
    """Tasks handed out together; `done` of them are answered. one_by_one: each answer is sent when it is found."""

    entries: list[Entry]
    lines: list[Line] = field(default_factory=list)
    done: int = 0
    one_by_one: bool = False

    @property
    def left(self) -> list[Entry]:
        return self.entries[self.done :]


class _Worker:
    """One process, and the thread that reads what it says."""

    def __init__(self, question: bytes, heard: queue.SimpleQueue[tuple[_Worker, int, bytes]]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from cpsolver.batch.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        self.heard = heard
        self.is_ready = False
        self.born = time.perf_counter()
        self.warm_after: float | None = None
        self.chunk: _Chunk | None = None
        self.since = time.perf_counter()
        self.overran = False
        self._write(question)
        self.reader = threading.Thread(target=self._listen, daemon=True)
        self.reader.start()

    def take(self, chunk: _Chunk) -> None:
        """Begin with what is left of a chunk."""
        self.chunk, self.since = chunk, time.perf_counter()
        self._write(packed_tasks(chunk.left, chunk.one_by_one))

    def warmed(self) -> None:
        """Note that all is imported, and how long that took."""
        if self.warm_after is None:
            self.warm_after = time.perf_counter() - self.born

    def end(self) -> None:
        """End the process and take leave of it."""
        self.process.kill()
        self.process.wait()
        self.reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _write(self, message: bytes) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it has died; its reader says so
            send(self.process.stdin, READY, message)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(OSError, ValueError):
            while (message := received(self.process.stdout)) is not None:
                self.heard.put((self, *message))
        self.heard.put((self, _DIED, b""))


class _Supply:
    """The tasks to come, fetched by a thread, so that waiting for them keeps nobody from answering."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self.waiting: deque[Entry] = deque()
        self.error: BaseException | None = None
        self.is_over = self.is_closed = False
        threading.Thread(target=self._fetch, args=(entries,), daemon=True).start()

    def _fetch(self, entries: Iterator[Entry]) -> None:
        try:
            for entry in entries:
                self.waiting.append(entry)
                while len(self.waiting) > 2 * LARGEST_CHUNK and not self.is_closed:
                    time.sleep(0.002)
                if self.is_closed:
                    return
        except BaseException as error:
            self.error = error
        finally:
            self.is_over = True

    def holds_no_more_than(self, most: int) -> bool:
        """Whether all tasks are here, and so few. Waits a moment only: they may come slowly."""
        for _ in range(10):
            if self.is_over or len(self.waiting) > most:
                break
            time.sleep(0.005)
        return self.is_over and len(self.waiting) <= most

    def next(self, most: int) -> list[Entry]:
        """Up to so many tasks, of one source and kind."""
        found: list[Entry] = []
        while self.waiting and len(found) < most:
            if found and (self.waiting[0].source, self.waiting[0].kind) != (found[0].source, found[0].kind):
                break
            found.append(self.waiting.popleft())
        return found


class Pool:
    """Answers to a question about many tasks. Use: `with Pool(question, workers) as pool: … in pool.answers(entries)`.

    workers: processes; None for one on each core. No more are started than there are tasks waiting.
    stop:    asked now and then; True ends the work, and the answers end with those that were found in order
    """

    def __init__(self, question: Question, workers: int | None = None, stop: Callable[[], bool] = never) -> None:
        self.question, self.most, self.stop = question, workers or cores(), stop
        self.told = pickle.dumps(question)
        self.heard: queue.SimpleQueue[tuple[_Worker, int, bytes]] = queue.SimpleQueue()
        self.workers: list[_Worker] = []
        self.chunks: deque[_Chunk] = deque()
        self.again: deque[_Chunk] = deque()
        self.size = FIRST_CHUNK
        self.failed_starts = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self.workers:
            worker.end()

    def answers(self, entries: Iterator[Entry]) -> Iterator[list[Answered]]:
        """Tasks with their answers, in order; a list of those that are there, whenever there are some.

        Raises: what `entries` raises, after the answers to all before; SolverError if processes cannot be started, or
        fail.
        """
        supply = _Supply(entries)
        try:
            if self.question.arrays and supply.holds_no_more_than(FEW):
                yield from self._here(supply)
            while not self.stop():
                self._hand_out(supply)
                if found := self._in_order():
                    yield found
                if not self.chunks and supply.is_over and not supply.waiting:
                    break
                self._listen()
        finally:
            supply.is_closed = True
        if supply.error is not None and not self.stop():
            raise supply.error

    def _here(self, supply: _Supply) -> Iterator[list[Answered]]:
        """The answers to all tasks, found in this process."""
        while supply.waiting and not self.stop():
            entry = supply.waiting.popleft()
            yield [(entry, answer(self.question, entry))]

    def _hand_out(self, supply: _Supply) -> None:
        """Give every process something to do, and start one where tasks wait for it."""
        for worker in self.workers:
            if worker.is_ready and worker.chunk is None and (chunk := self._next(supply)) is not None:
                worker.take(chunk)
        coming = sum(not worker.is_ready for worker in self.workers)
        if len(self.workers) < self.most and len(supply.waiting) + len(self.again) > coming and self._is_worth_it():
            self.workers.append(_Worker(self.told, self.heard))

    def _is_worth_it(self) -> bool:
        """Whether another process is likely to save more than it takes to start.

        Tasks answered together are answered so fast that most lists end before a second process is ready: it is
        started when the first has worked for as long as its start took (the ski rental problem).
        """
        if not self.workers or not self.question.arrays:
            return True
        newest = self.workers[-1]
        if newest.warm_after is None:
            return False
        return time.perf_counter() - newest.born > 2 * newest.warm_after

    def _next(self, supply: _Supply) -> _Chunk | None:
        if self.again:
            return self.again.popleft()
        if len(self.chunks) >= 3 * self.most:  # the first of them takes long; memory is not to grow meanwhile
            return None
        # a share only of what waits, so that the last tasks are spread over all
        share = max(1, len(supply.waiting) // self.most) if supply.is_over else self.size
        found = supply.next(min(self.size, share))
        if not found:
            return None
        self.chunks.append(_Chunk(found, one_by_one=not self.question.arrays))
        return self.chunks[-1]

    def _in_order(self) -> list[Answered]:
        """The answers that are there to the tasks that come next."""
        found: list[Answered] = []
        while self.chunks:
            first = self.chunks[0]
            found += zip(first.entries[first.done - len(first.lines) : first.done], first.lines, strict=True)
            first.lines.clear()
            if first.done < len(first.entries):
                break
            self.chunks.popleft()
        return found

    def _listen(self) -> None:
        """Take in what the processes say, waiting a moment for it."""
        with suppress(queue.Empty):
            self._take_in(*self.heard.get(timeout=_GLANCE))
            while True:
                self._take_in(*self.heard.get_nowait())
        if self.question.seconds is not None:
            self._end_overrunning(self.question.seconds + GRACE)

    def _take_in(self, worker: _Worker, said: int, message: bytes) -> None:
        worker.since = time.perf_counter()
        if said == _DIED:
            self._bury(worker)
        elif said == FAILED:
            raise SolverError(f"a process failed: {message.decode()}")
        elif said == READY:
            worker.is_ready, self.failed_starts = True, 0
        elif worker.chunk is not None and said == PART:
            worker.warmed()
            found = unpacked_lines(message)
            worker.chunk.lines += found
            worker.chunk.done += len(found)
        elif said == DONE and worker.chunk is not None:
            self._measure(len(worker.chunk.entries), pickle.loads(message))  # written by our own child process
            worker.chunk = None

    def _measure(self, tasks: int, seconds: float) -> None:
        wanted = int(tasks * WANTED / max(seconds, 1e-4))
        self.size = max(1, min(wanted, 8 * self.size, LARGEST_CHUNK))

    def _bury(self, worker: _Worker) -> None:
        """Go on without a process that has ended: its chunk is tried again, or the task it died of is named."""
        with suppress(subprocess.TimeoutExpired):
            worker.process.wait(1.0)  # or its exit code would be that of our ending it
        worker.end()
        self.workers.remove(worker)
        chunk = worker.chunk
        if chunk is None:
            self.failed_starts += not worker.is_ready
            if self.failed_starts >= _MOST_FAILED_STARTS:
                raise SolverError(f"processes end as soon as they are started (exit code {worker.process.returncode})")
            return
        if chunk.one_by_one or len(chunk.left) == 1:
            chunk.lines.append(unanswered(self.question, chunk.left[0], self._cause(worker)))
            chunk.done += 1
        chunk.one_by_one = True
        if chunk.left:
            self.again.append(chunk)

    def _cause(self, worker: _Worker) -> str:
        if worker.overran:
            return f"it did not end within {self.question.seconds or 0:g} s and was stopped"
        return f"its process ended without an answer (exit code {worker.process.returncode})"

    def _end_overrunning(self, longest: float) -> None:
        now = time.perf_counter()
        for worker in self.workers:
            allowed = longest if worker.warm_after is not None else longest + IMPORTS
            if worker.chunk is not None and now - worker.since > allowed and not worker.overran:
                worker.overran = True
                worker.process.kill()
