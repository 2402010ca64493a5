"""models: what is on the shelf."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli import completing
from cpsolver.cli.options import json_flag
from cpsolver.cli.running import refuse, show
from cpsolver.cli.streams import FOUND, WRONG, write
from cpsolver.errors import UnknownName

if TYPE_CHECKING:
    from cpsolver.api.cards import Card, Entry, QuantityCard
    from cpsolver.render.as_json import AnswerRecord


@click.command()
@click.argument("name", required=False, shell_complete=completing.shelf)
@click.option(
    "--show",
    "show_card",
    is_flag=True,
    help="A card of the model NAME: quantities, formulas, and the specs that use it.",
)
@click.option("--invert", is_flag=True, help="Each formula of NAME for each quantity; SymPy is asked where need be.")
@json_flag
def models(name: str | None, show_card: bool, invert: bool, as_json: bool) -> int:
    """What is on the shelf: models, and specs that use them.

    With NAME: that file as it stands; what a folder holds; else the models that speak of NAME in titles of models and
    quantities, and in names of formulas.
    """
    if invert:
        return _show_rearranged(name, as_json)
    if show_card:
        return _show_card(name, as_json)
    if name is not None:
        return _show_file(name, as_json)
    return _show_shelf(as_json)


def _show_shelf(as_json: bool, folder: str = "") -> int:
    """Names and titles by folder, or in one; of formula domains how many quantities and formulas they have."""
    from dataclasses import asdict

    from cpsolver.api.cards import entries
    from cpsolver.library import SHELVES

    found = {shelf: [entry for entry in entries(shelf) if entry.name.startswith(folder)] for shelf in SHELVES}
    found = {shelf: listed for shelf, listed in found.items() if listed or not folder}
    if as_json:
        names: dict[str, Any] = {shelf: [entry.name for entry in listed] for shelf, listed in found.items()}
        write(
            as_record("models", names | {"entries": {s: [asdict(e) for e in listed] for s, listed in found.items()}}),
            None,
        )
    else:
        write("\n".join(line for shelf, listed in found.items() for line in (f"{shelf}:", *_by_folder(listed))), None)
    return FOUND


def _by_folder(entries: Iterable[Entry]) -> Iterator[str]:
    """A line each, names above one another in each folder, a blank line after it."""
    for _, group in groupby(entries, lambda entry: entry.name.partition("/")[0]):
        listed = list(group)
        width = max(len(entry.name) for entry in listed)
        for entry in listed:
            counts = f" ({entry.quantities} quantities, {entry.formulas} formulas)" if entry.quantities else ""
            yield f"  {entry.name:{width}}  {entry.title}{counts}".rstrip()
        yield ""


def _show_card(name: str | None, as_json: bool) -> int:
    """What a model holds, and the specs that use it."""
    from dataclasses import asdict

    from cpsolver.api.cards import card
    from cpsolver.errors import SpecError

    if name is None:
        raise click.UsageError("--show needs the name of a model")
    try:
        found = card(name)
    except (SpecError, UnknownName) as error:
        records: list[AnswerRecord] = []
        code = refuse(error, WRONG, name, "models", records, as_json)
        show(records, [], False, False, "models", {"as_json": as_json, "output": None})
        return code
    write(as_record("models", asdict(found)) if as_json else "\n".join(_card_lines(found)), None)
    return FOUND


def _card_lines(card: Card) -> Iterator[str]:
    """A card as text: a line each for quantities, formulas, rules and specs."""
    from cpsolver.picture import Listing
    from cpsolver.render.as_text import picture_lines

    yield from (f"{card.name}: {card.title}".removesuffix(": "), *([f"source: {card.source}"] if card.source else []))
    quantities = tuple((q.name, q.title, q.unit, _bounds(q), q.source) for q in card.quantities)
    formulas = tuple((f.name if f.name != f.formula else "", f.formula, f.source) for f in card.formulas)
    for listing in (
        Listing(("quantity", "title", "unit", "values", "source"), quantities, title="quantities"),
        Listing(("name", "formula", "source"), formulas, title="formulas"),
        Listing(("rule",), tuple((rule,) for rule in card.require), title="rules"),
        Listing(("spec", "title"), tuple((spec.name, spec.title) for spec in card.specs), title="specs"),
    ):
        if listing.rows:
            yield from ("", *picture_lines(listing))


def _bounds(quantity: QuantityCard) -> str:
    return f"= {quantity.value}" if quantity.value else quantity.range


def _show_file(name: str, as_json: bool) -> int:
    """A model's file, or a spec's, below its path; without its line for editors, which would lead nowhere elsewhere."""
    from cpsolver import library
    from cpsolver.api.schemas import without_line
    from cpsolver.spec.document import as_written, contents, in_words

    records: list[AnswerRecord] = []
    try:
        path = library.find_any(name)
        text = without_line(contents(path).decode("utf-8-sig", errors="replace"))
    except UnknownName as unknown:
        if name.strip("/") in library.folders():
            return _show_shelf(as_json, f"{name.strip('/')}/")
        if _show_matches(name, as_json):
            return FOUND
        code = refuse(unknown, WRONG, name, "models", records, as_json)
        show(records, [], False, False, "models", {"as_json": as_json, "output": None})
        return code
    except OSError as error:
        raise click.UsageError(f"'{name}' cannot be read: {in_words(error)}") from None
    found = {"name": name, "path": as_written(path), "text": text}
    write(as_record("models", found) if as_json else f"# {as_written(path)}\n{text}".rstrip("\n"), None)
    return FOUND


MOST_PLACES = 6
"""Up to so many places of a model are shown where a word occurs; of more their number."""


def _show_matches(word: str, as_json: bool) -> bool:
    """The models that speak of a word, and where; whether there are any."""
    from dataclasses import asdict

    from cpsolver.api.cards import search

    found = list(search(word))
    if found and as_json:
        write(as_record("models", {"name": word, "matches": [asdict(match) for match in found]}), None)
    elif found:
        lines = [f"nothing is called '{word}'; models that speak of it:"]
        for match in found:
            lines.append(f"  {match.name}  {match.title}".rstrip())
            lines += [f"    {place}" for place in match.places[:MOST_PLACES]]
            left = len(match.places) - MOST_PLACES
            lines += [f"    and {left} more"] if left > 0 else []
        write("\n".join(lines), None)
    return bool(found)


def _show_rearranged(name: str | None, as_json: bool) -> int:
    """The formulas of a model, each solved for each of its quantities; what SymPy finds is kept for later runs."""
    from dataclasses import asdict

    from cpsolver.api.inverting import rearranged
    from cpsolver.errors import SpecError

    if name is None:
        raise click.UsageError("--invert needs the name of a model")
    records: list[AnswerRecord] = []
    try:
        found = list(rearranged(name, ask=True))
    except SpecError as error:
        code = refuse(error, WRONG, name, "models", records, as_json)
        show(records, [], False, False, "models", {"as_json": as_json, "output": None})
        return code
    if not found:
        raise click.UsageError(f"'{name}' has no formulas")
    if as_json:
        write(as_record("models", {"name": name, "rearranged": [asdict(one) for one in found]}), None)
        return FOUND
    lines: list[str] = []
    for one in found:
        head = f"{one.label}: {one.formula}"
        lines += [head] if head not in lines else []
        lines += [f"  {one.quantity} = {text}" for text in one.expressions] or [f"  {one.quantity}: by numbers"]
    write("\n".join(lines), None)
    return FOUND


def as_record(command: str, found: dict[str, Any]) -> str:
    """What a command found that is no task, as one object of JSON."""
    import json

    from cpsolver.render.as_json import FORMAT

    return json.dumps({"format": FORMAT, "command": command, **found}, ensure_ascii=False)
