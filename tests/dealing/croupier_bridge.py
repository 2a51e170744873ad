# The croupier's real firmware on its models, driven line by line: commands in, reports out, as JSON.
#
# In: {"hopper": [uid or null], "faults": [...]}, then lists of [command, field, ...]. An empty list
# waits for the next report. Out: a list of [report, {field: value}]; tags as on the air, in hex.
import json
import sys

from croupier_rig import Rig, asyncio, lockstep

from tallone_wire.fields import FIELDS

_PATIENCE_S = 200
# A packet that left the rack needs this long into the hopper or its tray.
_FALL_MS = 2000


def say(thing):
    sys.stdout.write(json.dumps(thing) + "\n")


def plain(field, value):
    if field == "tags":
        return [bytes(tag).hex() for tag in value]
    return value if isinstance(value, int) else bytes(value).hex()


def told(name, values):
    fields = FIELDS[name].split()
    return [name, {field: plain(field, values[i]) for i, field in enumerate(fields)}]


async def bridge(rig):
    said = 0
    while True:
        line = sys.stdin.readline()
        if not line.strip():
            await asyncio.sleep_ms(_FALL_MS)
            return
        answers = []
        for name, *fields in json.loads(line):
            status, body = await rig.host.command(name, *fields)
            if status:
                refusal = {"command": name, "status": status, "body": bytes(body).hex()}
                answers.append(["refused", refusal])
        deadline = lockstep.local_us() + _PATIENCE_S * 1_000_000
        while len(rig.host.reports) == said and not answers and lockstep.local_us() < deadline:
            await asyncio.sleep_ms(2)
        for _at, name, values in rig.host.reports[said:]:
            answers.append(told(name, values))
        said = len(rig.host.reports)
        say(answers)


def main():
    start = json.loads(sys.stdin.readline())
    rig = Rig()
    # A card without a tag gets a name that only the model knows.
    uids = [uid or f"{i:016x}" for i, uid in enumerate(start["hopper"])]
    rig.load(uids, [uid for i, uid in enumerate(uids) if start["hopper"][i] is None])
    for fault in start["faults"]:
        rig.model.fault(fault)
    rig.run(bridge(rig), 3600)
    trays = {tray: [card.uid for card in cards] for tray, cards in rig.model.trays.items()}
    hopper = [card.uid for card in rig.model.state.hopper]
    end = {"trays": trays, "hopper": hopper, "crashes": rig.model.crashes}
    end["us"] = lockstep.local_us()
    say(end)


main()
