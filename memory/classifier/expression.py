"""Evaluates arithmetic written in text, over a short list of allowed syntax.

Text never reaches `eval` or a symbolic parser: it is parsed to a tree, every node is
checked against a whitelist, and size, depth and exponents are limited first.
"""

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

MAX_LENGTH = 512
MAX_NODES = 200
MAX_DEPTH = 32
MAX_SIGNS = 8
MAX_EXPONENT = 64
MAX_BITS = 4096

_SIGNS = str.maketrans(
    {
        "×": "*",
        "·": "*",
        "÷": "/",
        "−": "-",
        "–": "-",
        "^": "**",
        "²": "**2",
        "³": "**3",
    }
)
_RUN = re.compile(r"[-+]\s*" * (MAX_SIGNS + 1))
_LONG_NUMBER = re.compile(r"\d{60}")
Value = Fraction | float


class FormulaRejected(ValueError):
    """A formula that is not plain arithmetic within the limits."""


def _sum(values: Sequence[Value]) -> Value:
    total: Value = Fraction(0)
    for value in values:
        total = total + value
    return total


def _mean(values: Sequence[Value]) -> Value:
    total = _sum(values)
    return total / len(values)


def _only(values: Sequence[Value]) -> Value:
    if len(values) != 1:
        raise FormulaRejected("the function takes one argument")
    return values[0]


def _absolute(values: Sequence[Value]) -> Value:
    value = _only(values)
    return -value if value < 0 else value


_FUNCTIONS: dict[str, Callable[[Sequence[Value]], Value]] = {
    "sqrt": lambda v: math.sqrt(_only(v)),
    "exp": lambda v: math.exp(_only(v)),
    "ln": lambda v: math.log(_only(v)),
    "log": lambda v: math.log10(_only(v)),
    "abs": _absolute,
    "sum": _sum,
    "mean": _mean,
}


def _depth(text: str) -> int:
    depth = deepest = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        deepest = max(deepest, depth)
    return deepest


def _plain(text: str) -> str:
    if len(text) > MAX_LENGTH:
        raise FormulaRejected(f"{len(text)} characters; the limit is {MAX_LENGTH}")
    plain = text.translate(_SIGNS).strip()
    if not plain.isascii() or "_" in plain or "#" in plain or "\n" in plain:
        raise FormulaRejected("only plain arithmetic signs are read")
    if _depth(plain) > MAX_DEPTH or _RUN.search(plain) or _LONG_NUMBER.search(plain):
        raise FormulaRejected("too deep, too many signs or too long a number")
    return plain


def _power(base: Value, exponent: Value) -> Value:
    if not -MAX_EXPONENT <= exponent <= MAX_EXPONENT:
        raise FormulaRejected(f"an exponent above {MAX_EXPONENT}")
    whole = isinstance(exponent, Fraction) and exponent.denominator == 1
    if whole and isinstance(base, Fraction):
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if bits * max(1, abs(int(exponent))) > MAX_BITS:
            raise FormulaRejected("a number of too many digits")
        return Fraction(base ** int(exponent))
    return math.pow(base, exponent)


_OPERATORS: dict[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: _power,
}


def _value(node: ast.expr, names: Mapping[str, Value]) -> Value:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(
            number, bool
        ):
            return Fraction(repr(number))
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as op, operand=operand):
            value = _value(operand, names)
            return -value if isinstance(op, ast.USub) else value
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _OPERATORS:
            return _limited(
                _OPERATORS[type(op)](_value(left, names), _value(right, names))
            )
        case ast.Call(func=ast.Name(id=name), args=[_, *_], keywords=[]):
            return _called(name, node.args, names)
    raise FormulaRejected("only numbers, + - * / ^ and seven functions are read")


def _called(name: str, args: Sequence[ast.expr], names: Mapping[str, Value]) -> Value:
    if name not in _FUNCTIONS:
        raise FormulaRejected(f"no function is called {name[:20]!r}")
    return _limited(_FUNCTIONS[name]([_value(arg, names) for arg in args]))


def _limited(value: Value) -> Value:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise FormulaRejected("the value is out of range")
        return value
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise FormulaRejected("a number of too many digits")
    return value


def evaluate(text: str, names: Mapping[str, Value] | None = None) -> Fraction:
    """The value of an arithmetic expression; `names` are the variables it may use.

    Rational arithmetic is exact. Raises FormulaRejected for anything else than
    arithmetic, within milliseconds whatever the text.
    """
    plain = _plain(text)
    try:
        tree = ast.parse(plain, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise FormulaRejected("not an arithmetic expression") from error
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise FormulaRejected(f"more than {MAX_NODES} parts")
    try:
        value = _value(tree.body, names or {})
    except (ArithmeticError, ValueError, RecursionError) as error:
        if isinstance(error, FormulaRejected):
            raise
        raise FormulaRejected("the value is not defined") from error
    return Fraction(value)
