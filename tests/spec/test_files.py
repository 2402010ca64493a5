"""Values in files beside a spec: tables and JSON, by their places, never as expressions."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.api import load, solve
from cpsolver.errors import SpecError

CITIES = 'name;x;y\nNew York;1;2.5\n"Den ""Haag""";3;4\nOslo;0;0\n'
LINKS = '[\n\t{"from": "Oslo", "to": "New York", "cost": 3},\n\t{"from": "Oslo", "to": "Oslo", "cost": 5}\n]\n'


def spec(folder: Path, parameters: str, conditions: str = "[n = 1]", sets: str = "{}") -> Path:
    """A spec with these parameters beside a table of cities and a list of links."""
    (folder / "cities.csv").write_text(CITIES, encoding="utf-8")
    (folder / "links.json").write_text(LINKS, encoding="utf-8")
    path = folder / "task.yaml"
    path.write_text(
        f"model:\n  kind: csp\n  parameters: {parameters}\n  sets: {sets}\n"
        f"  variables: {{n: 0..100}}\n  conditions: {conditions}\n",
        encoding="utf-8",
    )
    return path


def n_of(path: Path) -> object:
    """What the one variable is."""
    solution = solve(str(path), derive=False).solution
    assert solution is not None
    return solution["n"]


def problem(path: Path) -> tuple[str, int, int, str]:
    """The one problem of a spec: the name of its file, line, column and message."""
    with pytest.raises(SpecError) as caught:
        load(str(path))
    (found,) = caught.value.problems
    assert found.mark is not None
    return Path(found.mark.source).name, found.mark.line, found.mark.column, found.message


def test_a_table_is_a_list_of_records_by_its_head(tmp_path: Path) -> None:
    assert 4 == n_of(spec(tmp_path, "{c: {file: cities.csv}}", '["n = sum(r.x for r in c)"]'))


def test_a_table_may_be_read_by_a_column_and_for_a_column(tmp_path: Path) -> None:
    by_name = "{x: {file: cities.csv, key: name, value: x}}"

    assert 3 == n_of(spec(tmp_path, by_name, """["n = x['Den \\"Haag\\"']"]"""))
    assert 1 == n_of(spec(tmp_path, by_name, """['n = x["New York"]']"""))
    assert 3 == n_of(spec(tmp_path, "{}", "[n = length(city)]", "{city: {file: cities.csv, value: name}}"))


def test_json_holds_lists_and_mappings(tmp_path: Path) -> None:
    assert 8 == n_of(spec(tmp_path, "{l: {file: links.json}}", '["n = sum(e.cost for e in l)"]'))


def test_json_may_hold_one_mapping(tmp_path: Path) -> None:
    path = spec(tmp_path, "{m: {file: m.json}}", "['n = m.a + m.inside.b[2]']")
    (tmp_path / "m.json").write_text('{\n\t"a": 1,\n\t"inside": {"b": [4, 5]}\n}\n', encoding="utf-8")

    assert 6 == n_of(path)


def test_a_table_without_head_is_a_list_of_rows(tmp_path: Path) -> None:
    path = spec(tmp_path, "{m: {file: m.csv, header: no}}", "['n = m[2, 3]']")
    (tmp_path / "m.csv").write_text("1,2,3\n4,5,6\n", encoding="utf-8")

    assert 6 == n_of(path)


def test_what_stands_in_a_file_is_never_an_expression(tmp_path: Path) -> None:
    path = spec(tmp_path, "{m: {file: m.csv, value: a}}", "['n = count(s = \"n + 1\" for s in m)']")
    (tmp_path / "m.csv").write_text("a\nn + 1\n__import__('os').system('true')\n", encoding="utf-8")

    assert 1 == n_of(path)


@pytest.mark.parametrize(
    ("expected", "content"),
    [
        (("m.csv", 3, 1, "this row has 1 cell; the head has 2"), "a,b\n1,2\n3\n"),
        (("m.csv", 1, 3, "column 'a' stands twice in the head"), "a,a\n1,2\n"),
        (("m.csv", 2, 3, "this quote is never closed"), 'a,b\n1,"2\n'),
        (("m.csv", 2, 4, "something stands behind the closing quote"), 'a,b\n"1"x,2\n'),
        (("m.csv", 2, 3, "a value is missing"), "a,b\n1,\n"),
        (("task.yaml", 3, 26, "'m.csv' is empty"), ""),
    ],
)
def test_what_is_wrong_in_a_table_is_said_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: tuple[str, int, int, str], content: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = spec(tmp_path, "{m: {file: m.csv}}")
    (tmp_path / "m.csv").write_text(content, encoding="utf-8")

    assert expected == problem(path)


@pytest.mark.parametrize(
    ("expected", "parameters"),
    [
        ((3, 26, "'none.csv' cannot be read: no such file"), "{m: {file: none.csv}}"),
        ((3, 26, "'../m.csv' does not lie beside the spec"), "{m: {file: ../m.csv}}"),
        ((3, 26, "'/etc/passwd' does not lie beside the spec"), "{m: {file: /etc/passwd}}"),
        ((3, 26, "'m.xls' is no file of values"), "{m: {file: m.xls}}"),
        ((3, 45, "there is no column 'z' in 'cities.csv'"), "{m: {file: cities.csv, value: z}}"),
        ((3, 38, "unknown key 'colum'"), "{m: {file: cities.csv, colum: z}}"),
    ],
)
def test_what_is_wrong_with_naming_a_file_is_said_in_the_spec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: tuple[int, int, str], parameters: str
) -> None:
    monkeypatch.chdir(tmp_path)

    assert ("task.yaml", *expected) == problem(spec(tmp_path, parameters))
