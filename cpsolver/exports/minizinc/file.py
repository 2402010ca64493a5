"""A task as the text of a MiniZinc file: includes, symbols, variables, givens, conditions, what is sought, output."""

from __future__ import annotations

import json
from collections.abc import Iterator

import cpsolver.exports.minizinc.native  # noqa: F401  # fills the table of globals
from cpsolver.exports.export import Written
from cpsolver.exports.minizinc.naming import Names, is_run, named
from cpsolver.exports.minizinc.words import FUNCTIONS, Words
from cpsolver.plain.distances import with_distances
from cpsolver.plain.whole_numbers import Whole, in_whole_numbers
from cpsolver.task.domain import Domain, Finite
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Task


def write(task: Task) -> Written:
    """The task as a MiniZinc model. Raises: UnsupportedTask."""
    whole = in_whole_numbers(with_distances(task))
    names = named(whole.task, whole.symbols)
    domains = {each.name: each.domain for each in whole.task.variables if isinstance(each.domain, Finite)}
    words = Words(names.variables, domains, _arrays(names))
    body = [*_declared(whole, names), *_given(whole.task, names), *_conditions(whole.task, words)]
    body += _sought(whole.task, words)
    head = [f"% {' '.join(task.name.split())}"] if task.name.strip() else []
    head += [f'include "{file}.mzn";' for file in sorted(words.includes)]
    head += [FUNCTIONS[name] for name in sorted(words.functions)]
    lines = [*head, "", *body, "", *_output(task, whole, names)]
    return Written("\n".join(lines) + "\n", whole.notes)


def _arrays(names: Names) -> dict[tuple[str, ...], str]:
    """The arrays of one dimension by the texts of their elements."""
    listed = [(name, array) for name, array in names.arrays if len(array.index_sets) == 1]
    return {tuple(names.variables[each] for each in array.variables): name for name, array in listed}


def _declared(whole: Whole, names: Names) -> Iterator[str]:
    """Symbols as named numbers, arrays, then single variables."""
    for symbol, number in whole.symbols.items():
        shown = names.symbols[symbol]
        yield f"int: {shown} = {number};" + ("" if shown == symbol else f"  % {' '.join(symbol.split())}")
    if whole.symbols:
        first = min(whole.symbols.values())
        texts = ", ".join(map(_text, whole.symbols))
        yield f"array[int] of string: symbols = array1d({first}..{max(whole.symbols.values())}, [{texts}]);"
    inside: set[str] = set()
    for name, array in names.arrays:
        sets = ", ".join(f"{keys[0]}..{keys[-1]}" for keys in array.index_sets)
        domain = whole.task.by_name[array.variables[0]].domain
        yield f"array[{sets}] of var {_domain(domain, whole, names)}: {name};"
        inside.update(array.variables)
    for variable in whole.task.variables:
        if variable.name not in inside:
            shown = names.variables[variable.name]
            comment = "" if shown == variable.name else f"  % {' '.join(variable.name.split())}"
            yield f"var {_domain(variable.domain, whole, names)}: {shown};{comment}"


def _domain(domain: Domain, whole: Whole, names: Names) -> str:
    """A domain: `bool`, a range, or a set, with the names of symbols."""
    assert isinstance(domain, Finite), "only finite tasks are written"
    if domain.values and all(isinstance(value, bool) for value in domain):
        return "bool"
    values = tuple(sorted({int(value) for value in domain}))
    if len(values) > 1 and is_run(values) and not set(values) & set(whole.symbols.values()):
        return f"{values[0]}..{values[-1]}"
    symbol = {number: names.symbols[text] for text, number in whole.symbols.items()}
    return "{" + ", ".join(symbol.get(value, str(value)) for value in values) + "}"


def _given(task: Task, names: Names) -> Iterator[str]:
    for variable in task.variables:
        assert isinstance(variable.domain, Finite), "only finite tasks are written"
        if variable.domain.is_fixed and isinstance(variable.domain.value, bool):
            # a domain of one truth value has no name in MiniZinc
            yield f"constraint {names.variables[variable.name]} = {str(variable.domain.value).lower()};"
    for fact in task.given:
        assert isinstance(fact.domain, Finite), "only finite tasks are written"
        shown = names.variables[fact.variable]
        if all(isinstance(value, bool) for value in fact.domain):
            values = [str(value).lower() for value in fact.domain]
            said = " \\/ ".join(f"{shown} = {value}" for value in values) or "false"
        else:
            is_truth = all(isinstance(value, bool) for value in task.by_name[fact.variable].domain)  # type: ignore[union-attr]
            values = [str(int(value)) for value in fact.domain]
            number = f"bool2int({shown})" if is_truth else shown
            said = f"{number} = {values[0]}" if len(values) == 1 else f"{number} in {{{', '.join(values)}}}"
        yield f"constraint {said};  % given"


def _conditions(task: Task, words: Words) -> Iterator[str]:
    """A constraint for each; MiniZinc 2.6 mixes labels that are annotations up with values, so they are comments."""
    for condition in task.conditions:
        label = f"  % {' '.join(condition.label.split())}" if condition.label else ""
        yield f"constraint {words.truth(condition.expression, top=True).text};{label}"


def _sought(task: Task, words: Words) -> Iterator[str]:
    """What is sought; solvers that heed advice branch on the task's own variables, the most troublesome first."""
    wanted = objectives(task)
    advice = _advice(words)
    if not wanted:
        yield f"\nsolve{advice} satisfy;"
        return
    sense = "maximize" if wanted[0].maximize else "minimize"
    yield f"\nsolve{advice} {sense} {words.number(wanted[0].expression).text};"


def _advice(words: Words) -> str:
    truths: list[str] = []
    numbers: list[str] = []
    for name, domain in words.domains.items():
        (truths if all(isinstance(value, bool) for value in domain) else numbers).append(words.names[name])
    listed = [("int_search", numbers), ("bool_search", truths)]
    said = [
        f"{search}({words.arrays.get(tuple(names)) or '[' + ', '.join(names) + ']'}, dom_w_deg, indomain_min)"
        for search, names in listed
        if names
    ]
    return f" :: seq_search([{', '.join(said)}])" if len(said) > 1 else f" :: {said[0]}" if said else ""


def _output(task: Task, whole: Whole, names: Names) -> Iterator[str]:
    """A line for each variable of the task itself."""
    lines = []
    for variable in task.variables:
        name = names.variables[variable.name]
        assert isinstance(variable.domain, Finite), "only finite tasks are written"
        is_symbol = variable.domain.values and all(isinstance(value, str) for value in variable.domain)
        shown = f"symbols[fix({name})]" if is_symbol else f"show({name})"
        lines.append(f'"{_text(variable.name)[1:-1]} = ", {shown}, "\\n"')
    yield "output [\n  " + ",\n  ".join(lines) + "\n];"


def _text(text: str) -> str:
    """A text in quotes; what MiniZinc would read as a value within it is kept from it."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
