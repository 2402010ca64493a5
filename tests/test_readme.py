"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from cpsolver.api.schemas import without_line
from cpsolver.cli import run

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
CONSOLE = [body for language, body in BLOCKS if language == "console"]
FILES = {
    found[1]: body
    for language, body in BLOCKS
    if language in ("yaml", "text") and (found := re.match(r"# file: (\S+)", body))
}


def matches(shown: str, printed: str) -> bool:
    """Whether a text is as shown; "…" stands for anything, and how wide a column is does not matter."""
    pattern = "[\\s\\S]*?".join(map(re.escape, narrowed(shown).split("…")))
    return re.fullmatch(pattern, narrowed(printed)) is not None


def narrowed(text: str) -> str:
    """The lines with every run of blanks, and of the dashes below a head, as one."""
    return "\n".join(" ".join(re.sub(r"-{2,}", "--", line).split()) for line in text.strip().splitlines())


@pytest.mark.parametrize("body", CONSOLE, ids=lambda body: body.splitlines()[0][2:])
def test_a_command_prints_what_is_shown(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(re.sub(r"\A# file: .*\n", "", text), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    first, shown = body.split("\n", 1)
    program, *arguments = shlex.split(first.removeprefix("$ "))
    code = run(arguments)
    captured = capsys.readouterr()

    assert "cpsolver" == program
    assert code in (0, 1, 2)
    assert matches(shown, captured.out + captured.err), captured.out + captured.err


@pytest.mark.parametrize("body", [body for language, body in BLOCKS if language == "python"])
def test_python_gives_what_is_shown(body: str) -> None:
    example = doctest.DocTestParser().get_doctest(body, {}, "README", "README.md", 0)
    result = doctest.DocTestRunner().run(example)

    assert 0 == result.failed
    assert result.attempted > 3


def test_a_spec_shown_with_its_path_is_that_file() -> None:
    shown = [body for language, body in BLOCKS if language == "yaml" and body.startswith("# specs/")]

    assert shown
    for body in shown:
        first, rest = body.split("\n", 1)
        assert rest == without_line((ROOT / first.removeprefix("# ")).read_text(encoding="utf-8"))


def test_the_pictures_shown_are_there() -> None:
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", TEXT)

    assert pictures
    assert all((ROOT / picture).read_text(encoding="utf-8").startswith("<svg") for picture in pictures)
