"""The world's effects on the real firmware's chip models, as updates on the boards' channels."""

from collections.abc import Sequence

from tallone.link.messages import Role
from tallone.mat.zones import LANES, Zone
from tallone.simulator.clockwork.boards import Board
from tallone.simulator.room.cards import SimCard


class BoardSenses:
    """Sends what coils, plates and the hopper get to the boards."""

    def __init__(self, mat: Board, croupier: Board) -> None:
        self._mat = mat
        self._croupier = croupier

    def coil(self, zone: Zone, cards: Sequence[tuple[SimCard, float]], load: int) -> None:
        if zone in LANES:
            # The boards' firmware knows two tiles a side.
            return
        tags: list[dict[str, object]] = [
            {"uid": card.uid_hex, "p": round(chance, 4)}
            | ({"sig": card.signature} if card.signature else {})
            for card, chance in cards
        ]
        self._mat.send({"zone": zone.value, "tags": tags, "load": load})

    def plate(self, zone: Zone, grams: float, *, trembling: bool) -> None:
        self._mat.send({"scale": zone.value, "cg": round(grams * 100), "shake": trembling})

    def hopper(self, cards: Sequence[SimCard]) -> None:
        dead = [card.uid_hex for card in cards if not card.answers]
        self._croupier.send({"hopper": [card.uid_hex for card in cards], "dead": dead})

    def signatures(self, of: dict[str, str]) -> None:
        """Tell the throat what tags answer when asked for their maker's signature."""
        self._croupier.send({"signatures": of})

    def lid(self, *, is_open: bool) -> None:
        self._croupier.send({"lid": is_open})

    def noise(self, rates: dict[str, float], seed: int) -> None:
        """Tell both boards' models how much goes wrong by itself."""
        air = {name: rates[name] for name in ("crc", "collision", "capture", "phantom")}
        self._mat.send(
            {"noise": {**air, "scale_cg": round(rates["scale_noise"] * 100), "seed": seed}},
        )
        self._croupier.send({"noise": {**air, "seed": seed}})

    def fault(self, role: str, fault: dict[str, object]) -> None:
        """Break something in a board's models."""
        board = self._mat if role == Role.MAT else self._croupier
        board.send({"fault": fault})
