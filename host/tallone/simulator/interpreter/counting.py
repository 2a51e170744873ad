"""A copy of the firmware that says what it costs as it runs.

Each stretch of statements that run one after the other begins with a call that names the time and the
bytes of heap it takes, by `prices`. The copy does what the original does, in the same order; on the
simulated board `firmware/sim/effort.py` turns the sum into virtual time. Whatever no file of the firmware
holds (asyncio, the wires) is priced there.
"""

import ast
import types
from collections.abc import Iterable
from typing import Final

from tallone.simulator.interpreter import prices

# The names the copy calls; no file of the firmware has them.
WORK: Final = "_effort_work"
GROW: Final = "_effort_grow"
_HEAD: Final = f"from effort import grow as {GROW}, work as {WORK}\n"
# Builtins that give a new object of bytes or text.
_MAKERS: Final = frozenset(
    {"bytes", "bytearray", "memoryview", "list", "dict", "set", "str", "pack", "unpack"}
)
_LOOPED: Final = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
# A comprehension's loop is short in this firmware; so many turns are assumed.
_TURNS: Final = 4


def methods_of(sources: Iterable[str]) -> frozenset[str]:
    """Return the names of all methods in these files: taken without a call, one is a new object each time."""
    found = set()
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                found |= {
                    item.name
                    for item in node.body
                    if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)
                    and not item.decorator_list
                }
    return frozenset(found)


def counted(source: str, methods: frozenset[str]) -> str:
    """Return the same program with its costs in it."""
    tree = ast.parse(source)
    _Counter(methods, _states(source)).visit(tree)
    # Behind a docstring and whatever must come first.
    at = next((i for i, node in enumerate(tree.body) if not _is_head(node)), len(tree.body))
    tree.body[at:at] = ast.parse(_HEAD).body
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _is_head(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _states(source: str) -> dict[tuple[str, int], int]:
    """Return the words of state of each function, by name and line."""
    found: dict[tuple[str, int], int] = {}
    waiting = [compile(source, "firmware", "exec")]
    while waiting:
        code = waiting.pop()
        found[code.co_name, code.co_firstlineno] = code.co_nlocals + code.co_stacksize
        waiting += [item for item in code.co_consts if isinstance(item, types.CodeType)]
    return found


class _Counter(ast.NodeVisitor):
    """Puts the costs into every function of a tree, in place."""

    def __init__(self, methods: frozenset[str], states: dict[tuple[str, int], int]) -> None:
        self._methods = methods
        self._states = states
        self._locals: frozenset[str] = frozenset()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any("asm_pio" in ast.dump(item) for item in node.decorator_list):
            return
        outer, self._locals = self._locals, _names_bound(node)
        line = min([node.lineno, *(item.lineno for item in node.decorator_list)])
        words = self._states.get((node.name, line), 0)
        cost, size = prices.ENTRY, 0
        if words > prices.STATE_WORDS or isinstance(node, ast.AsyncFunctionDef):
            size = _blocks(prices.FRAME_HEAD + words * prices.WORD)
            cost += prices.ALLOCATION
        node.body = self._block(node.body, cost, size)
        self._locals = outer

    def _block(self, body: list[ast.stmt], cost: int = 0, size: int = 0) -> list[ast.stmt]:
        """Return the statements with what they cost before each stretch that runs as a whole."""
        made: list[ast.stmt] = []
        run: list[ast.stmt] = []

        def close() -> None:
            nonlocal cost, size
            if made or not (run and _is_head(run[0])):
                made.extend([*_charge(cost, size), *run])
            else:
                made.extend([run[0], *_charge(cost, size), *run[1:]])
            cost = size = 0
            run.clear()

        for node in body:
            more, bigger = self._price(node)
            cost, size = cost + more, size + bigger
            run.append(node)
            if self._split(node):
                close()
        close()
        return made

    def _split(self, node: ast.stmt) -> bool:
        """Count inside a statement that has blocks; return whether what follows may not run."""
        if isinstance(node, ast.If):
            node.body = self._block(node.body)
            node.orelse = self._block(node.orelse) if node.orelse else []
        elif isinstance(node, ast.While):
            node.body = self._block(node.body, *self._sum(node.test, prices.BRANCH))
        elif isinstance(node, ast.For):
            node.body = self._block(node.body, *self._sum(node.target, prices.ITERATION))
            node.orelse = self._block(node.orelse) if node.orelse else []
        elif isinstance(node, ast.Try):
            node.body = self._block(node.body)
            for handler in node.handlers:
                handler.body = self._block(handler.body, prices.RAISE)
            node.orelse = self._block(node.orelse) if node.orelse else []
            node.finalbody = self._block(node.finalbody) if node.finalbody else []
        elif isinstance(node, ast.With):
            node.body = self._block(node.body)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self.visit(node)
            return False
        else:
            return False
        return True

    # What a statement costs by itself, its blocks left out.

    def _price(self, node: ast.stmt) -> tuple[int, int]:
        if isinstance(node, ast.If | ast.While):
            return self._sum(node.test, prices.BRANCH)
        if isinstance(node, ast.For):
            return self._sum(node.iter, prices.CALL)
        if isinstance(node, ast.With):
            return self._sum(node.items[0].context_expr, 2 * prices.CALL)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return prices.CALL, prices.CLOSURE
        if isinstance(node, ast.Try | ast.Global | ast.Pass | ast.Nonlocal):
            return 0, 0
        if isinstance(node, ast.Raise):
            cost, size = self._sum(node.exc, prices.RAISE) if node.exc else (prices.RAISE, 0)
            return cost, size + prices.EXCEPTION
        cost = size = 0
        for child in ast.iter_child_nodes(node):
            more, bigger = self._sum(child, 0)
            cost, size = cost + more, size + bigger
        if isinstance(node, ast.AugAssign):
            cost += prices.OPERATION
        return cost, size

    def _sum(self, node: ast.AST, base: int) -> tuple[int, int]:
        cost, size = self._own(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.Lambda):
                break
            more, bigger = self._sum(child, 0)
            if isinstance(node, _LOOPED):
                more, bigger = more * _TURNS, bigger * _TURNS
            if (
                isinstance(node, ast.Call)
                and child is node.func
                and isinstance(child, ast.Attribute)
            ):
                bigger = 0  # a method that is called at once is no object
            cost, size = cost + more, size + bigger
        return base + cost, size

    def _own(self, node: ast.AST) -> tuple[int, int]:
        """Return (time, bytes) of one node without those below it."""
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                return prices.STORE, 0
            return (prices.LOCAL if node.id in self._locals else prices.GLOBAL), 0
        if isinstance(node, ast.Constant):
            return prices.CONSTANT, 0
        if isinstance(node, ast.Attribute):
            if isinstance(node.ctx, ast.Store):
                return prices.STORE_ATTRIBUTE, 0
            if node.attr in self._methods:
                return prices.ATTRIBUTE + prices.ALLOCATION, prices.BOUND_METHOD
            return prices.ATTRIBUTE, 0
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice):
                return prices.SUBSCRIPT + prices.ALLOCATION, prices.BYTES_OBJECT
            return prices.SUBSCRIPT, 0
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            return prices.CALL, prices.BYTES_OBJECT if name in _MAKERS else 0
        return _PLAIN.get(type(node), (0, 0))


_PLAIN: Final[dict[type[ast.AST], tuple[int, int]]] = {
    ast.BinOp: (prices.OPERATION, 0),
    ast.UnaryOp: (prices.OPERATION, 0),
    ast.Compare: (prices.OPERATION, 0),
    ast.BoolOp: (prices.BRANCH, 0),
    ast.IfExp: (prices.BRANCH, 0),
    ast.Await: (prices.AWAIT, 0),
    ast.Return: (prices.BRANCH, 0),
    ast.JoinedStr: (prices.CALL, prices.TEXT),
    ast.List: (prices.ALLOCATION, prices.LIST_OBJECT),
    ast.Dict: (prices.ALLOCATION, prices.LIST_OBJECT),
    ast.Tuple: (prices.ALLOCATION, prices.BLOCK),
    ast.Lambda: (prices.ALLOCATION, prices.CLOSURE),
    ast.ListComp: (prices.CALL, prices.LIST_OBJECT),
    ast.GeneratorExp: (prices.CALL, prices.LIST_OBJECT),
}


def _names_bound(node: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    found = {item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg)}
    found |= {
        item.id
        for item in ast.walk(node)
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
    }
    return frozenset(found)


def _charge(cost: int, size: int) -> list[ast.stmt]:
    if not cost and not size:
        return []
    call = f"{GROW}({cost}, {size})" if size else f"{WORK}({cost})"
    return ast.parse(call).body


def _blocks(size: int) -> int:
    return -(-size // prices.BLOCK) * prices.BLOCK
