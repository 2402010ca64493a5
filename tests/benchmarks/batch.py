"""Puzzles a second of the commands, as a user runs them: `python tests/benchmarks/batch.py LIST [LIST…]`.

Start-up is measured apart, by a list of two puzzles, so that the rate is that of a long list. `--most N` cuts the
lists; `--all` also measures what answers one by one (another solver, explain, grade), on a hundred puzzles.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COUNTED = ("check --unique - --jsonl", "check --unique -", "solve - --jsonl", "solve - --workers 1 --jsonl")
ONE_BY_ONE = (
    "solve - --solver cpsat --jsonl",
    "solve - --solver backtracking --jsonl",
    "explain - --jsonl",
    "grade - --jsonl",
)
FEW = 100


def seconds(command: str, puzzles: list[str]) -> float:
    """How long a command takes over these puzzles, its answers thrown away but counted."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as found:
        given.write("".join(f"{puzzle}\n" for puzzle in puzzles).encode())
        given.seek(0)
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "cpsolver", *command.split()], stdin=given, stdout=found, check=False)
        elapsed = time.perf_counter() - start
        found.seek(0)
        answered = sum(1 for _ in found)
    if answered != len(puzzles):
        raise SystemExit(f"{command}: {answered} answers to {len(puzzles)} puzzles")
    return elapsed


def measured(command: str, name: str, puzzles: list[str]) -> None:
    """Print the line of a command and a list."""
    start = min(seconds(command, puzzles[:20]) for _ in range(2))
    whole = seconds(command, puzzles)
    rate = len(puzzles) / max(whole - start, 1e-3)
    print(f"{command:36} {name:20} {len(puzzles):7} {start:9.2f} {whole:9.2f} {rate:12,.0f}")


def main() -> None:
    """Measure every command on every list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=None)
    parser.add_argument("--all", action="store_true")
    chosen = parser.parse_args()
    print(f"{'command':36} {'list':20} {'puzzles':>7} {'start s':>9} {'whole s':>9} {'puzzles/s':>12}")
    for path in chosen.lists:
        lines = path.read_text(encoding="utf-8").splitlines()
        puzzles = [line.strip() for line in lines if line.strip() and not line.startswith("#")][: chosen.most]
        for command in COUNTED:
            measured(command, path.name, puzzles)
        for command in ONE_BY_ONE if chosen.all else ():
            measured(command, path.name, puzzles[:: max(1, len(puzzles) // FEW)][:FEW])


if __name__ == "__main__":
    main()
