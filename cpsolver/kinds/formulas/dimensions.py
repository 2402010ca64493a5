"""The dimension of every expression: what may be added and compared, and what numbers without unit mean.

A number without unit that is compared with a quantity, `t > 0` or `v = 36`, is in that quantity's unit. Anywhere else
it is a pure number, and 0 fits everywhere. Where a pure number meets a quantity in any other way, as in `x + 5`, the
text could mean two things and is an error.

A unit has no blanks: `10 m/s`. Where a name after `*` or `/` in it is also a quantity of the model, as V in `2 N/m*V`,
that reading is taken whose dimensions fit: `(2 N/m)*V`, or newtons per metre times volts. If both fit, or none, it is
an error that says where brackets would help. The first name behind a number is always a unit.

Turns directly beside a quantity, `f = 60 rpm`, `omega > 60 rpm`, are what its unit counts (see `turns`); in a product
and anywhere else a turn is 2*pi radians, and a hertz 1/s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cpsolver.errors import did_you_mean
from cpsolver.kinds.formulas.quantities import suggestion
from cpsolver.kinds.formulas.readings import Cut, readings
from cpsolver.kinds.formulas.scales import confusion
from cpsolver.kinds.formulas.turns import LARGEST_DENOMINATOR, fitted
from cpsolver.kinds.formulas.units import NUMBER, Dimension, Measure, QuantityError, derived, read_unit, spelt, times
from cpsolver.task.algebra.terms import value_of
from cpsolver.task.domain import Number
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node, Quantity
from cpsolver.task.functions import REAL_CONSTANTS, Undefined, exact

TRUTH: Dimension = (("truth value", Fraction(1)),)
"""What a comparison has instead of a dimension."""

Sized = tuple[Node, Dimension | None]
"""A ground expression in base units with its dimension; None fits any (the number 0)."""


class DimensionError(ValueError):
    """The expression makes no sense of its units: what is wrong, at which offset of the text, what to do next."""

    def __init__(self, message: str, offset: int = 0, hint: str = "") -> None:
        self.message, self.offset, self.hint = message, offset, hint
        super().__init__(message)


class UnknownUnit(DimensionError):
    """What stands behind a number is no unit."""


def grounded(node: Node, text: str, measures: Mapping[str, Measure]) -> Sized:
    """The expression in base units, with its dimension.

    text: what it was read from, for messages; measures: the unit of every quantity
    Raises: DimensionError for units that do not fit, unknown names, what has no place in a formula, and what can be
            read in two ways.
    """
    reader = _Reader(text, measures)
    others = readings(node, text, measures)
    return _only(reader, node, others) if others else reader.read(node)


def _only(reader: _Reader, node: Node, others: Sequence[tuple[Node, tuple[Cut, ...]]]) -> Sized:
    """The one reading whose dimensions fit. Raises: DimensionError if several do, or none."""
    fitting: list[Sized] = []
    errors: list[DimensionError] = []
    for tree in (node, *(other for other, _ in others)):
        try:
            fitting.append(reader.read(tree))
        except DimensionError as error:
            errors.append(error)
    if len(fitting) == 1:
        return fitting[0]
    cut = others[0][1][0]
    start, end = cut.quantity.span
    at = end - len(cut.quantity.unit) + cut.at
    number, sign, after = reader.text[start:at], reader.text[at], reader.text[at + 1 : end]
    apart = f"({number}){sign}{after}"
    if fitting:
        message = f"'{reader.quote(cut.quantity)}' can be read in two ways: '{cut.name}' is a quantity here, and a unit"
        raise DimensionError(
            message, at + 1, f"write {apart} for the quantity, ({number}){sign}(1 {after}) for the unit"
        )
    first, *rest = errors
    if isinstance(first, UnknownUnit):
        raise rest[0]
    hint = f"{first.hint}; if '{cut.name}' is the quantity, write {apart}"
    raise DimensionError(first.message, first.offset, hint.removeprefix("; "))


def refuse_confusion(node: Node, text: str, measures: Mapping[str, Measure]) -> None:
    """Refuse an expression that takes a temperature on a scale with a zero for a difference. Raises: DimensionError."""
    found = confusion(node, measures)
    if found is None:
        return

    def quote(part: Node) -> str:
        return " ".join(text[part.span[0] : part.span[1]].split())

    if found.point is None or found.other is None:
        raise DimensionError(
            f"'{quote(found.node)}' adds temperatures on scales with a zero",
            found.node.span[0],
            "declare what is a difference in K or delta_degC",
        )
    point = quote(found.point)
    unit, hint = "on", f"write the difference in K or delta_degC, not '{point}'"
    if isinstance(found.point, Name):
        unit, hint = f"in {measures[point].unit.name},", f"declare '{point}' in K or delta_degC"
    message = f"'{point}' is {unit} a scale with a zero, but '{quote(found.other)}' is a difference"
    raise DimensionError(message, found.point.span[0], hint)


@dataclass(frozen=True)
class _Reader:
    text: str
    measures: Mapping[str, Measure]

    def read(self, node: Node) -> Sized:
        """A node in base units, with its dimension."""
        if isinstance(node, Constant):
            return self.constant(node)
        if isinstance(node, Name):
            return self.name(node)
        if isinstance(node, Quantity):
            return self.quantity(node)
        if not isinstance(node, Call):
            raise DimensionError(
                f"'{self.quote(node)}' has no place in a formula",
                node.span[0],
                "formulas are made of quantities and numbers",
            )
        rule = _RULES.get(node.function)
        if rule is None:
            hint = did_you_mean(node.function, _SPOKEN_FUNCTIONS, "known")
            raise DimensionError(f"'{node.function}' is not a function of quantities", node.span[0], hint)
        _check_count(node)
        return rule(self, node)

    def quote(self, node: Node) -> str:
        """The user's own characters."""
        return " ".join(self.text[node.span[0] : node.span[1]].split())

    def constant(self, node: Constant) -> Sized:
        """A number; 0 fits any dimension. One in base units already has the dimension it was written with."""
        if node.written is not None:
            return node, read_unit(node.written.unit).dimension
        if isinstance(node.value, bool):
            return node, TRUTH
        if isinstance(node.value, str):
            raise DimensionError(f"'{node.value}' is not a number", node.span[0])
        return node, None if node.value == 0 else NUMBER

    def name(self, node: Name) -> Sized:
        """A quantity of the model, or a constant of the language."""
        if node.name in self.measures:
            return node, self.measures[node.name].dimension
        if node.name in REAL_CONSTANTS:
            return Constant(REAL_CONSTANTS[node.name], span=node.span), NUMBER
        hint = suggestion(node.name, self.measures)
        raise DimensionError(f"'{node.name}' is not a quantity of this model", node.span[0], hint)

    def quantity(self, node: Quantity, beside: Measure | None = None) -> Sized:
        """A number with its unit; turns beside a quantity in hertz are turns, `f > 60 rpm`, elsewhere 2*pi radians."""
        start = node.span[0] + self.text[node.span[0] : node.span[1]].find(node.unit)
        try:
            measure = read_unit(node.unit)
        except QuantityError as error:
            raise UnknownUnit(error.message, max(node.span[0], start) + error.offset, error.hint) from None
        written, meant = Quantity(node.number, node.unit), self.meant(node, measure, beside)
        value = exact(meant.unit.to_base(node.number))
        if beside is not None and meant != measure:
            number = Fraction(beside.unit.from_base(value)).limit_denominator(LARGEST_DENOMINATOR)
            written = Quantity(number, beside.unit.name)
        return Constant(value, span=node.span, written=written), measure.dimension

    def meant(self, node: Quantity, measure: Measure, beside: Measure | None) -> Measure:
        """The unit as it is meant beside a quantity."""
        try:
            return fitted(measure, beside, node.number) if beside is not None else measure
        except QuantityError as error:
            raise DimensionError(error.message, node.span[0], error.hint) from None

    # -- rules -------------------------------------------------------------------------------------------------

    def same(self, node: Call) -> Sized:
        """Sums and extremes: all arguments alike, and the result as they."""
        arguments, found = self.alike(node.arguments)
        return Call(node.function, arguments, span=node.span), found

    def alike(self, nodes: tuple[Node, ...]) -> tuple[tuple[Node, ...], Dimension | None]:
        """Arguments that must have one dimension."""
        beside = next((self.measures[n.name] for n in nodes if isinstance(n, Name) and n.name in self.measures), None)
        sized = [self.quantity(n, beside) if isinstance(n, Quantity) else self.read(n) for n in nodes]
        found: Dimension | None = None
        first: Node | None = None
        for node, (_, dimension) in zip(nodes, sized, strict=True):
            if dimension is None:
                continue
            if found is None or first is None:
                found, first = dimension, node
            elif dimension != found:
                raise self.mismatch(first, found, node, dimension)
        return tuple(ground for ground, _ in sized), found

    def mismatch(self, one: Node, first: Dimension, other: Node, second: Dimension) -> DimensionError:
        """Two things that cannot be added or compared."""
        for bare, dimension, against, node in ((other, second, first, one), (one, first, second, other)):
            if dimension == NUMBER and self.bare(bare) is not None and TRUTH not in (first, second):
                quoted = self.quote(bare)
                return DimensionError(
                    f"'{quoted}' has no unit, but '{self.quote(node)}' is in {derived(against)}",
                    bare.span[0],
                    f"write '{quoted} {derived(against)}', or whichever unit is meant",
                )
        return DimensionError(
            f"'{self.quote(one)}' is {_in(first)}, but '{self.quote(other)}' is {_in(second)}",
            other.span[0],
            "only quantities of one kind can be added or compared",
        )

    def comparison(self, node: Call) -> Sized:
        """Both sides alike; a bare number takes the unit of the quantity beside it."""
        left, right = node.arguments
        for index, (side, other) in enumerate(((left, right), (right, left))):
            value = self.bare(other)
            if isinstance(side, Name) and side.name in self.measures and value is not None:
                number = Constant(exact(self.measures[side.name].unit.to_base(value)), span=other.span)
                arguments = (side, number) if index == 0 else (number, side)
                return Call(node.function, arguments, span=node.span), TRUTH
        arguments_, _ = self.alike(node.arguments)
        return Call(node.function, arguments_, span=node.span), TRUTH

    def bare(self, node: Node) -> Number | None:
        """The value of arithmetic on numbers without unit, or None."""
        stack = [node]
        while stack:
            top = stack.pop()
            if not isinstance(top, (Constant, Call)) or (isinstance(top, Constant) and value_of(top) is None):
                return None
            if isinstance(top, Call):
                _check_count(top)
            stack.extend(top.children())
        try:
            found = evaluate(node, {})
        except (Undefined, KeyError, TypeError) as error:
            raise DimensionError(f"'{self.quote(node)}' has no value: {error}", node.span[0]) from None
        return found if isinstance(found, (int, float, Fraction)) and not isinstance(found, bool) else None

    def product(self, node: Call) -> Sized:
        """Products and quotients."""
        sized = [self.read(argument) for argument in node.arguments]
        exponent = -1 if node.function == "/" else 1
        found: Dimension | None = NUMBER
        for index, (_, dimension) in enumerate(sized):
            self.refuse_truth(node.arguments[index], dimension)
            is_zero = found is None or dimension is None
            found = None if is_zero else times(found or NUMBER, dimension or NUMBER, exponent if index else 1)
        return Call(node.function, tuple(ground for ground, _ in sized), span=node.span), found

    def power(self, node: Call) -> Sized:
        """A power: of a quantity only with a number as exponent."""
        self.refuse_loose_unit(*node.arguments)
        (base, dimension), (exponent, of_exponent) = (self.read(argument) for argument in node.arguments)
        if of_exponent not in (NUMBER, None):
            raise self.not_pure(node.arguments[1], of_exponent or NUMBER, "an exponent")
        self.bare(node)  # what has no value, such as 9^9^9, is refused before any solver works it out
        ground = Call("^", (base, exponent), span=node.span)
        if dimension in (NUMBER, None):
            return ground, dimension
        value = self.bare(node.arguments[1])
        if not isinstance(value, (int, Fraction)):
            raise DimensionError(
                f"'{self.quote(node.arguments[0])}' is {_in(dimension or NUMBER)}; its exponent must be a number",
                node.arguments[1].span[0],
            )
        return ground, times((), dimension or NUMBER, Fraction(value))

    def refuse_loose_unit(self, base: Node, exponent: Node) -> None:
        """`3 m/(s)^2` looks like metres per second squared, but would be a square of all."""
        if isinstance(base, Quantity) and base.unit and self.text[base.span[1] :].lstrip().startswith(("^", "**")):
            whole, power = self.quote(base), self.quote(exponent)
            raise DimensionError(
                f"'{whole}' is raised to a power behind its unit",
                base.span[1],
                f"write ({whole})^{power}, or a whole number behind a name in the unit: m/s^2",
            )

    def root(self, node: Call) -> Sized:
        """A square root."""
        ((argument, dimension),) = [self.read(argument) for argument in node.arguments]
        found = None if dimension is None else times((), dimension, Fraction(1, 2))
        return Call(node.function, (argument,), span=node.span), found

    def pure(self, node: Call) -> Sized:
        """Functions of numbers: sine, exponential, logarithm."""
        ((argument, dimension),) = [self.read(argument) for argument in node.arguments]
        if dimension not in (NUMBER, None):
            raise self.not_pure(node.arguments[0], dimension or NUMBER, f"the argument of '{node.function}'")
        return Call(node.function, (argument,), span=node.span), NUMBER

    def not_pure(self, node: Node, dimension: Dimension, what: str) -> DimensionError:
        """Something that must be a number but is not."""
        return DimensionError(
            f"'{self.quote(node)}' is {_in(dimension)}, but {what} must be a pure number",
            node.span[0],
            "divide it by a quantity of the same kind",
        )

    def unsized(self, node: Call) -> Sized:
        """Functions of alike quantities with a number as result."""
        arguments, _ = self.alike(node.arguments)
        return Call(node.function, arguments, span=node.span), NUMBER

    def logic(self, node: Call) -> Sized:
        """Truth values only."""
        sized = [self.read(argument) for argument in node.arguments]
        for argument, (_, dimension) in zip(node.arguments, sized, strict=True):
            if dimension != TRUTH:
                raise DimensionError(f"'{self.quote(argument)}' is no condition", argument.span[0])
        return Call(node.function, tuple(ground for ground, _ in sized), span=node.span), TRUTH

    def choice(self, node: Call) -> Sized:
        """`if`: both outcomes alike."""
        (condition, dimension), (outcomes, found) = self.read(node.arguments[0]), self.alike(node.arguments[1:])
        if dimension != TRUTH:
            raise DimensionError(f"'{self.quote(node.arguments[0])}' is no condition", node.arguments[0].span[0])
        return Call("if", (condition, *outcomes), span=node.span), found

    def refuse_truth(self, node: Node, dimension: Dimension | None) -> None:
        """A truth value is no factor."""
        if dimension == TRUTH:
            raise DimensionError(f"'{self.quote(node)}' is a condition, not a quantity", node.span[0])


def _in(dimension: Dimension) -> str:
    if dimension == TRUTH:
        return "a condition"
    return spelt(dimension) if dimension == NUMBER else f"in {derived(dimension)}"


def _check_count(node: Call) -> None:
    """A function has as many arguments as it takes. Raises: DimensionError."""
    found, wanted = len(node.arguments), _TAKES.get(node.function)
    if wanted is not None and found != wanted:
        plural = "" if wanted == 1 else "s"
        raise DimensionError(f"'{node.function}' takes {wanted} argument{plural}; found {found}", node.span[0])
    if wanted is None and not found:
        raise DimensionError(f"'{node.function}' takes at least 1 argument; found none", node.span[0])


_Rule = Callable[[_Reader, Call], Sized]

_RULES: dict[str, _Rule] = {
    **dict.fromkeys(("+", "-", "sum", "min", "max", "neg", "abs", "%", "mod"), _Reader.same),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), _Reader.comparison),
    **dict.fromkeys(("*", "/", "product"), _Reader.product),
    **dict.fromkeys(("exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan"), _Reader.pure),
    **dict.fromkeys(("atan2", "sign", "//", "div"), _Reader.unsized),
    **dict.fromkeys(("and", "or", "not", "xor", "->", "<->"), _Reader.logic),
    "^": _Reader.power,
    "sqrt": _Reader.root,
    "if": _Reader.choice,
}

_SPOKEN_FUNCTIONS = tuple(name for name in _RULES if name.isalnum() and name not in ("and", "or", "not", "xor", "if"))

_TAKES = {"atan2": 2, **dict.fromkeys(("abs", "sqrt", "sign"), 1)} | {
    name: 1 for name, rule in _RULES.items() if rule is _Reader.pure
}
"""How many arguments a function takes; others take one or more."""
