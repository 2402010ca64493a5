"""What the names of a model stand for: parameters, sets, variables, symbols. Worked out when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from cpsolver.errors import Problem, SpecError
from cpsolver.spec.compiling.closures import Compiler
from cpsolver.spec.compiling.loops import Budget, Term
from cpsolver.spec.compiling.values import Indexed, Leaf, is_list, items_of, leaves, shape_of, text_of
from cpsolver.spec.declarations import Declaration, Elaborated, elaborate
from cpsolver.spec.document import Place
from cpsolver.spec.files import ROWS, from_file, is_held, is_number
from cpsolver.spec.wanted import Description, described, taken
from cpsolver.spec.written import Written
from cpsolver.task.expression import Name, Node
from cpsolver.task.parser import ExpressionError
from cpsolver.task.task import Array, Variable


@dataclass(frozen=True)
class Parameter:
    """A parameter: where its default stands, and where a value that overrides it does."""

    default: Place
    given: Place | None = None

    @property
    def place(self) -> Place:
        """Where its value stands."""
        return self.given or self.default

    @cached_property
    def description(self) -> Description | None:
        """What the model says of its value, if that is all it says. Raises: SpecError."""
        return described(self.default)


_TRUTHS = {"true": True, "false": False}


class ModelNames:
    """All names of a model with what they stand for. Anything wrong is a SpecError at the place of the definition."""

    def __init__(
        self,
        parameters: Mapping[str, Parameter],
        sets: Mapping[str, Place],
        declarations: Sequence[Declaration],
        missing: Place,
    ) -> None:
        self.parameters, self.sets, self.missing = parameters, sets, missing
        self.declarations = {declaration.name: declaration for declaration in declarations}
        self.variables: dict[str, Variable] = {}
        self.arrays: dict[str, Array] = {}
        self.elements: dict[str, tuple[str, ...]] = {}
        self.leaves: dict[str, Leaf] = {}
        self.symbols: dict[str, Written] = {}
        self.budget = Budget()
        self.rounds = 0
        self._terms: dict[str, Term] = {}
        self._begun: list[str] = []
        self._declaring: Written | None = None

    def settle(self) -> None:
        """Work out everything there is. Raises: SpecError with all problems."""
        problems: list[Problem] = []
        for name in (*self.sets, *self.parameters, *self.declarations):
            try:
                self.lookup(name)
            except SpecError as error:
                problems += error.problems
        if problems:
            raise SpecError(*problems)
        # What was asked for first was worked out first; what comes out stands in the order of the text.
        self.arrays = {name: self.arrays[name] for name in self.declarations if name in self.arrays}
        self.variables = {name: self.variables[name] for name in self._variable_names()}

    def _variable_names(self) -> Iterator[str]:
        for name in self.declarations:
            yield from self.elements.get(name, (name,))

    def lookup(self, name: str, offset: int = 0) -> Term | None:
        """What a name stands for: a parameter, a set, a variable, an array, an element by its own name, a symbol.

        Raises: ExpressionError if it is being defined by itself; SpecError if its own definition is wrong.
        """
        if name in self._terms:
            return self._terms[name]
        if name in self._begun:
            raise ExpressionError(f"'{name}' is defined by itself", offset, "take it out of its own definition")
        define = self._definition(name)
        if define is None:
            return self._found_elsewhere(name)
        self._begun.append(name)
        try:
            value = define()
        finally:
            self._begun.pop()
        return self._keep(name, value)

    def known(self) -> list[str]:
        """All names there are, elements of arrays with names of their own and symbols included."""
        single = [name for name in self.leaves if "[" not in name]
        return list(dict.fromkeys([*self.parameters, *self.sets, *self.declarations, *single, *self.symbols]))

    def is_variable(self, name: str) -> bool:
        """Whether a variable, or an array of them, is called so."""
        return name in self.declarations or name in self.leaves

    def symbol(self, name: str, offset: int) -> Term | None:
        """The new symbol of that name, where a set or domain is being read; elsewhere None."""
        if self._declaring is None:
            return None
        self.symbols.setdefault(name, self._declaring)
        return self._keep(name, name)

    def define(self, name: str, node: Node) -> None:
        """Let a name that is still free stand for an expression over variables."""
        self._keep(name, node)

    def compiler(self) -> Compiler:
        """A compiler for expressions with these names."""
        return Compiler(self, self.budget)

    def value(self, written: Written, *, declaring: bool = False, bare: bool = False) -> Any:
        """The value of a text. Where symbols are declared, a name not known is one: in lists, or `bare`, alone."""
        node = written.expression()
        outside, self._declaring = self._declaring, written if declaring else None
        try:
            if declaring and bare and isinstance(node, Name) and self.lookup(node.name) is None:
                self.symbol(node.name, 0)
            return written.reading(self.compiler().value, node)
        finally:
            self._declaring = outside

    def value_at(self, place: Place, *, declaring: bool = False, bare: bool = False) -> Any:
        """The value of data: texts are expressions, lists are lists, mappings are arrays by key."""
        data = place.data
        if is_held(place):
            return self._held(place)
        if isinstance(data, str):
            return self.value(Written.at(place), declaring=declaring, bare=bare)
        if isinstance(data, list):
            return tuple(self.value_at(place.at(number), declaring=declaring, bare=True) for number in range(len(data)))
        if data and not any(data.values()):  # `{1, 3}` is a mapping of nothing to YAML
            keys = (Written.key(place.at(key)) for key in data)
            return tuple(self.value(key, declaring=declaring, bare=True) for key in keys)
        items = tuple(self.value_at(place.at(key), declaring=declaring) for key in data)
        return Indexed(tuple(int(key) if key.isdigit() else key for key in data), items)

    def _held(self, place: Place) -> Any:
        """The value of what stands in a file beside the spec: a number, a truth value, or a new symbol."""
        found = place.data
        if isinstance(found, list):
            return tuple(self._held(place.at(number)) for number in range(len(found)))
        if isinstance(found, dict):
            keys = tuple(int(key) if key.isdigit() else key for key in found)
            for key in keys if place.path == ROWS else ():
                self._declared(key, place.at(str(key)))
            return Indexed(keys, tuple(self._held(place.at(key)) for key in found))
        if is_number(found):
            number = Fraction(found)
            return number.numerator if number.denominator == 1 else number
        if found in _TRUTHS:
            return _TRUTHS[found]
        if not found:
            raise place.error("a value is missing")
        return self._declared(found, place)

    def _declared(self, value: Any, place: Place) -> Any:
        """A value of a file, a symbol among them known from now on."""
        if isinstance(value, str) and value not in self._terms and self._definition(value) is None:
            self.symbols.setdefault(value, Written(value, place))
            self._keep(value, value)
        return value

    def _keep(self, name: str, value: Any) -> Term:
        term = Term(lambda slots: value, shape_of(value, self.leaves), True)
        self._terms[name] = term
        return term

    def _definition(self, name: str) -> Callable[[], Any] | None:
        if name in self.parameters:
            return lambda: self._parameter(name)
        if name in self.sets:
            return lambda: self._set(name)
        if name in self.declarations:
            return lambda: self._declare(self.declarations[name])
        return None

    def _found_elsewhere(self, name: str) -> Term | None:
        """An element with a name of its own, or a symbol: known once what declares them is worked out."""
        for other, declaration in self.declarations.items():
            if declaration.names_elements and other not in self._begun and other not in self._terms:
                self._try(other)
        if self._declaring is None:
            files = (name for name, parameter in self.parameters.items() if is_held(parameter.place))
            for other in (*files, *self.sets, *self.declarations):
                if other not in self._begun and other not in self._terms and name not in self._terms:
                    self._try(other)
        return self._terms.get(name)

    def _try(self, name: str) -> None:
        """Work out a definition on the way; if that fails, it does so again, and says so, when its turn comes."""
        try:
            self.lookup(name)
        except (SpecError, ExpressionError):
            return

    def _parameter(self, name: str) -> Any:
        parameter = self.parameters[name]
        description = parameter.description
        if parameter.place.data == "":
            raise parameter.place.error(
                f"parameter '{name}' has no value", at_key=True, hint="write a number, a list or a mapping"
            )
        if description is None:
            return self.value_at(parameter.place)
        if parameter.given is not None:
            return taken(description.wanted, parameter.place, self)
        if description.default:
            return self.value(Written(description.default, parameter.place))
        hint = f"give it under 'parameters:', as {description.wanted.article}"
        raise self.missing.error(f"parameter '{name}' has no value", hint=hint)

    def _set(self, name: str) -> Any:
        place = from_file(self.sets[name])
        value = self.value_at(place, declaring=True)
        if not is_list(value):
            raise place.error(f"'{name}' is a set and holds values", hint="write a range '1..9' or a list '[a, b]'")
        items = [item for item in items_of(value) if not isinstance(item, Node)]
        if len(set(items)) < len(items):
            twice = next(item for number, item in enumerate(items) if item in items[:number])
            raise place.error(f"'{text_of(twice)}' stands twice in the set '{name}'", hint="leave one of the two out")
        self._keep_symbols(value, place)
        return value

    def _keep_symbols(self, value: Any, place: Place) -> None:
        """Let what a set worked out from signs and keys of parameters be symbols, where no name says otherwise."""
        for leaf in leaves(value):
            if isinstance(leaf, str) and leaf not in self._terms and self._definition(leaf) is None:
                self.symbols.setdefault(leaf, Written("", place))
                self._keep(leaf, leaf)

    def _declare(self, declaration: Declaration) -> Any:
        found: Elaborated = elaborate(declaration, self)
        for variable in found.variables:
            if variable.name in self.variables or variable.name in self.symbols:
                what = "variable" if variable.name in self.variables else "symbol"
                raise declaration.key.error(f"there is already a {what} called '{variable.name}'", declaration.span[0])
        for variable in found.variables:
            self.variables[variable.name] = variable
            self.leaves[variable.name] = found.leaf
            if found.array is not None and variable.name != declaration.name:
                self._keep(variable.name, Name(variable.name))
        if found.array is not None:
            if not found.has_gaps:
                self.arrays[declaration.name] = found.array
            self.elements[declaration.name] = found.array.variables
        return found.value
