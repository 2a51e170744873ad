"""The words of a profile's rules page, Italian and English: every switch and every value it can have."""

from typing import Final, NamedTuple


class Words(NamedTuple):
    """One phrase in both languages."""

    it: str
    en: str


# A switch -> its name on the page, in the order in which a page lists them.
TITLES: Final[dict[str, Words]] = {
    "clean": Words("Burraco pulito", "Clean burraco"),
    "semi_clean": Words("Burraco semipulito", "Semi-clean burraco"),
    "dirty": Words("Burraco sporco", "Dirty burraco"),
    "royal": Words("Burraco reale", "Royal burraco"),
    "royal_dirty": Words("Burraco reale sporco", "Royal dirty burraco"),
    "super": Words("Burraco super", "Super burraco"),
    "super_dirty": Words("Burraco super sporco", "Super dirty burraco"),
    "semi_run": Words("Sequenza semipulita", "Semi-clean run"),
    "semi_group": Words("Combinazione semipulita", "Semi-clean group"),
    "royal_run": Words("Sequenza reale", "Royal run"),
    "royal_dirty_run": Words("Sequenza reale sporca", "Royal dirty run"),
    "free_wild_moves": Words("Matta libera a un estremo", "Free wild at an end"),
    "natural_two_becomes_wild": Words("Pinella naturale", "Natural pinella"),
    "single_pile_card": Words("Monte di una sola carta", "Pile of one card"),
    "identical_groups": Words(
        "Seconda combinazione dello stesso valore", "Second group of a rank"
    ),
    "identical_runs": Words("Seconda sequenza uguale", "Second equal run"),
    "pozzetto_malus": Words("Pozzetto non preso", "Pozzetto not taken"),
    "pozzetto_malus_when": Words("Quando si paga", "When it is paid"),
    "close_burraco": Words("Per chiudere serve", "Needed to close"),
    "closing_bonus": Words("Chiusura", "Closing"),
    "first_turn_guard": Words("Chiusura al primo giro", "Closing in the first lap"),
    "stock_floor": Words("Carte che restano nel tallone", "Cards left in the stock"),
    "time_out": Words("Time-out", "Time-out"),
    "stall": Words("Stallo", "Stall"),
    "match": Words("Fine della partita", "End of the match"),
    "match_hands": Words("Mani della partita", "Hands of a match"),
    "match_points": Words("Punti da superare", "Points to pass"),
    "players": Words("Giocatori", "Players"),
    "first_dealer": Words("Primo mazziere", "First dealer"),
}

# (switch, value) -> what that value means. Numbers speak for themselves.
MEANINGS: Final[dict[tuple[str, str | bool], Words]] = {
    ("semi_run", "off"): Words("non esiste", "does not exist"),
    ("semi_run", "adjacent_seven"): Words(
        "sette naturali di fila accanto alla matta", "seven naturals in a row beside the wild"
    ),
    ("semi_run", "end_only"): Words(
        "matta a un estremo e almeno sette naturali", "wild at an end and at least seven naturals"
    ),
    ("semi_group", "off"): Words("non esiste", "does not exist"),
    ("semi_group", "eight_or_more"): Words(
        "otto o più carte, matta compresa", "eight cards or more, the wild included"
    ),
    ("semi_group", "exactly_eight"): Words(
        "otto carte, matta compresa", "eight cards, the wild included"
    ),
    ("royal_run", "either_ace"): Words(
        "tredici naturali, Asso sotto o sopra", "thirteen naturals, either Ace"
    ),
    ("royal_run", "low_ace"): Words(
        "tredici naturali dall'Asso al Re", "thirteen naturals, Ace to King"
    ),
    ("royal_dirty_run", "fourteen"): Words(
        "tredici naturali e una matta", "thirteen naturals and a wild"
    ),
    ("royal_dirty_run", "thirteen"): Words(
        "tredici carte con una matta", "thirteen cards with a wild"
    ),
    ("free_wild_moves", False): Words(
        "si muove solo se sostituita dalla sua carta", "moves only when its card replaces it"
    ),
    ("free_wild_moves", True): Words(
        "può scorrere finché è a un estremo", "may slide while it lies at an end"
    ),
    ("natural_two_becomes_wild", True): Words(
        "può diventare matta quando si lega", "may turn wild when cards are added"
    ),
    ("natural_two_becomes_wild", False): Words("resta naturale", "stays natural"),
    ("single_pile_card", "never"): Words(
        "non si scarta nello stesso turno", "is not discarded in the same turn"
    ),
    ("single_pile_card", "not_to_go_out"): Words(
        "si scarta, ma non per il pozzetto né per chiudere",
        "may be discarded, but not for the pozzetto or to close",
    ),
    ("single_pile_card", "equal_held"): Words(
        "si scarta solo se se ne aveva già una uguale",
        "is discarded only if an equal card was held",
    ),
    ("identical_groups", "banned"): Words("vietata", "not allowed"),
    ("identical_groups", "allowed"): Words("ammessa", "allowed"),
    ("identical_runs", "banned"): Words("vietata", "not allowed"),
    ("identical_runs", "allowed"): Words("ammessa", "allowed"),
    ("pozzetto_malus_when", "always"): Words("sempre", "always"),
    ("pozzetto_malus_when", "unless_neither"): Words(
        "solo se l'altra linea lo ha preso", "only if the other side took one"
    ),
    ("close_burraco", "any"): Words("un burraco qualsiasi", "any burraco"),
    ("close_burraco", "clean"): Words("un burraco pulito", "a clean burraco"),
    ("first_turn_guard", False): Words("ammessa", "allowed"),
    ("first_turn_guard", True): Words(
        "solo dopo un turno di ogni avversario", "only after a turn of each opponent"
    ),
    ("time_out", "right_of_player"): Words(
        "ultimo a giocare chi è a destra di chi è di turno",
        "the player's right-hand neighbour plays last",
    ),
    ("time_out", "next_lap"): Words(
        "dopo il turno in corso un giro intero", "a full lap after the turn being played"
    ),
    ("stall", "arbiter"): Words("decide l'arbitro", "the arbiter decides"),
    ("stall", "void"): Words("mano annullata", "the hand is void"),
    ("match", "hands"): Words(
        "dopo un numero di mani, con i Victory Points", "after a number of hands, by VP"
    ),
    ("match", "points"): Words(
        "quando una linea supera i punti", "when a side is past the points"
    ),
    ("players", "4"): Words("quattro, in due linee", "four, in two sides"),
    ("players", "2_or_4"): Words("due o quattro", "two or four"),
    ("first_dealer", "lowest_opponent"): Words(
        "l'avversario più basso di chi ha la carta più alta",
        "the lower opponent of the highest card",
    ),
    ("first_dealer", "lowest"): Words("chi ha la carta più bassa", "the lowest card"),
}

HEADINGS: Final = {
    "edition": Words("Edizione", "Edition"),
    "rule": Words("Regola", "Rule"),
    "here": Words("Qui", "Here"),
    "source": Words("Fonte", "Source"),
    "other": Words("Lettura scartata", "Reading not taken"),
    "none": Words("non esiste", "does not exist"),
}
