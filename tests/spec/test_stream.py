"""A text longer than memory, looked at ahead and read once."""

from __future__ import annotations

import io
from itertools import count, islice

from cpsolver.spec.stream import Stream, decoded, documents

QUEENS = "model: csp/queens"


def test_what_was_looked_at_is_read_again() -> None:
    stream = Stream("x", ["a", "b", "c"])

    assert [(1, "a"), (2, "b")] == list(islice(stream.ahead(), 2))
    assert [(1, "a"), (2, "b"), (3, "c")] == list(stream)


def test_no_more_is_fetched_than_is_asked_for() -> None:
    fetched = []
    stream = Stream("x", (fetched.append(n) or str(n) for n in count()))

    assert [(1, "0")] == list(islice(stream.ahead(), 1))
    assert [0] == fetched


def test_looking_ahead_ends_at_a_limit() -> None:
    assert [(1, "abc"), (2, "def")] == list(Stream("x", ["abc", "def", "ghi"]).ahead(most=5))


def test_three_hyphens_part_specs_and_keep_the_line_numbers() -> None:
    lines = ["# two", QUEENS, "--- # next", "", "---", QUEENS, "title: x"]
    found = documents(Stream("x", lines))

    assert found is not None
    parts = list(found)
    assert [1, 5] == [line for line, _ in parts]
    assert f"   \n{QUEENS}\ntitle: x\n" == parts[1][1]


def test_one_spec_or_a_grid_with_a_frame_is_not_parted() -> None:
    for lines in ([QUEENS], ["---", QUEENS], [QUEENS, "---"], ["123456789", "---", "123456789"], []):
        stream = Stream("x", lines)
        assert documents(stream) is None
        assert lines == [line for _, line in stream]


def test_bytes_that_are_no_text_stay_where_they_are() -> None:
    assert ["a\udcffb", "c"] == list(decoded(io.BytesIO(b"\xef\xbb\xbfa\xffb\r\nc")))


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    found = list(decoded(io.BytesIO(b"x" * 100 + b"\nnext\n"), longest=10))

    assert (2, "next") == (len(found), found[1])
    assert len(found[0]) <= 12
