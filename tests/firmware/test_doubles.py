"""What the simulated `machine` and `rp2` take is what the real ones take: held against MicroPython's stubs."""

import ast
import subprocess
import sys

import pytest
from tests.firmware import micropython

SIM = micropython.ROOT / "firmware" / "sim"
TYPINGS = micropython.ROOT / "typings"
STUBS = {"machine": TYPINGS / "machine.pyi", "rp2": TYPINGS / "rp2" / "__init__.pyi"}
# The models' side, which the firmware does not see; pyright holds the firmware to the stubs.
MODELS = {
    "Pin": {"drive"},
    "PWM": {"compare"},
    "WDT": {"check"},
    "DMA": {"serve", "start"},
    "ADC": set(),
}
# In the stubs, but not in the rp2 port: its Pin.irq takes handler, trigger and hard alone.
# ADC(pin), by place: the stubs say *args.
UNTOLD = {("ADC", "__init__")}
NOT_IN_THE_PORT = {("Pin", "irq"): {"priority", "wake"}}


def classes(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def methods(node):
    """Return {name: all the definitions of it}, and `a = b` as another name."""
    found = {}
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            found.setdefault(item.name, []).append(item)
        elif isinstance(item, ast.Assign) and isinstance(item.value, ast.Name):
            for target in item.targets:
                if item.value.id in found:
                    found[target.id] = found[item.value.id]
    return found


def parameters(function):
    """Return (names that may be given by position only, all others)."""
    given = function.args
    first = 0 if any("staticmethod" in ast.dump(d) for d in function.decorator_list) else 1
    by_place = (given.posonlyargs + given.args)[first:]
    alone = {argument.arg for argument in given.posonlyargs} - {"self"}
    named = {argument.arg for argument in (*given.args, *given.kwonlyargs)}
    return [argument.arg for argument in by_place], named - {"self"}, len(alone), given.kwarg


@pytest.fixture(scope="module", autouse=True)
def stubs():
    if not STUBS["machine"].exists():
        program = "import sys; sys.path.insert(0, 'tools'); import check; check.install_stubs()"
        subprocess.run([sys.executable, "-c", program], cwd=micropython.ROOT, check=True)


@pytest.mark.parametrize("module", ["machine", "rp2"])
def test_every_method_and_parameter_of_a_double_is_the_real_one_s(module):
    real = classes(STUBS[module])
    wrong = []
    for name, node in classes(SIM / f"{module}.py").items():
        if name.startswith("_") or name in {"Program", "PIOASMError"}:
            continue
        own, theirs = methods(node), methods(real[name])
        for method, [definition, *_] in own.items():
            if method.startswith("_") and method != "__init__":
                continue
            if method in MODELS.get(name, ()) or (name, method) in UNTOLD:
                continue
            if method not in theirs:
                wrong.append(f"{name}.{method} is not in the port")
                continue
            by_place, named, _alone, any_named = parameters(definition)
            known, most = set(), 0
            for other in theirs[method]:
                places, names, alone, _ = parameters(other)
                known |= names
                most = max(most, len(places))
                by_place = [p for i, p in enumerate(by_place) if i >= alone or p in names]
            known -= NOT_IN_THE_PORT.get((name, method), set())
            extra = (named & set(by_place) | {a.arg for a in definition.args.kwonlyargs}) - known
            if extra and not any_named:
                wrong.append(f"{name}.{method} takes {sorted(extra)}, the port does not")
    assert not wrong, wrong


def refused(script):
    """Run lines against the doubles; return the exception's name."""
    lines = f"import sys\nsys.path.insert(0, {str(SIM)!r})\n{script}\n"
    done = subprocess.run(
        [str(micropython.require()), "-c", lines], capture_output=True, text=True, check=False
    )
    return (done.stdout + done.stderr).strip().splitlines()[-1] if done.returncode else ""


PROGRAM = """
import rp2, machine
@rp2.asm_pio()
def edge_count():
    wrap_target()
    wait(1, pin, 0)
    wait(0, pin, 0)
    wrap()
sm = rp2.StateMachine(0, edge_count, freq=1000, in_base=machine.Pin(4))
"""


@pytest.mark.needs_micropython
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("import machine; machine.Pin(4).irq(handler=print, wake=1)", "TypeError"),
        ("import machine; machine.Pin(30)", "ValueError"),
        ("import machine; machine.PWM(machine.Pin(4), duty_u16=1).duty_u16(70000)", "ValueError"),
        ("import machine; machine.WDT(timeout=9000)", "ValueError"),
        (PROGRAM + "sm.get()", "PIOASMError"),
        (PROGRAM + "rp2.StateMachine(12, edge_count)", "ValueError"),
        ("import rp2; [rp2.DMA() for _ in range(13)]", "OSError"),
        ("import rp2; rp2.DMA().pack_ctrl(treq_sel=64)", "ValueError"),
        ("import rp2; rp2.DMA().pack_ctrl(pace=1)", "TypeError"),
    ],
)
def test_what_the_port_refuses_the_double_refuses(script, said):
    assert refused(script).startswith(said)
