"""In Italian what the shipped profiles say of themselves: titles, editions, sources, and readings not taken.

A source is written `CODE: what it says`; both halves stand here by themselves. What a club writes into its
own file is shown as it stands.
"""

from typing import Final

_CODES: Final = {
    "seven-grade rules page": "pagina delle sette categorie",
    "online portal rules": "regole del portale",
    "classic English rules": "regole classiche inglesi",
    "FE.BUR.IT code": "codice FE.BUR.IT",
    "F.I.Bur. 2026 (second hand)": "F.I.Bur. 2026 (di seconda mano)",
}
_LABELS: Final = {
    "Seven grades, match to 2005": "Sette categorie, partita a 2005",
    "Online portal rules, two or four players": "Regole del portale, in due o in quattro",
    "FE.BUR.IT tournament code": "Codice di gara FE.BUR.IT",
    "F.I.Bur. code, January 2026, as two public projects read it": (
        "Codice F.I.Bur., gennaio 2026, come lo leggono due progetti pubblici"
    ),
    "Classic rules in English": "Regole classiche in inglese",
    "page that calls itself Codice di gara, undated; no federation's own text, its royal and super grades"
    " belong to FITAB and FGB": (
        "pagina che si chiama Codice di gara, senza data; non è il testo di una federazione, le categorie reale e"
        " super sono di FITAB e FGB"
    ),
    "portal rules, undated": "regole di un portale, senza data",
    "code text of the FE.BUR.IT family, 2007 and later": "testo della famiglia FE.BUR.IT, dal 2007",
    "burraconline family, undated": "famiglia burraconline, senza data",
    "January 2026, second hand": "gennaio 2026, di seconda mano",
}
_SAID: Final = {
    "100": "100",
    "2005": "2005",
    "100 as everywhere; the number is not stated": "100 come ovunque; il numero non è scritto",
    "2, 3 or 4 hands": "2, 3 o 4 smazzate",
    "3 hands": "3 smazzate",
    "3 hands in 35 minutes": "3 smazzate in 35 minuti",
    "3 hands the commonest of 2, 3 and 4": "3 smazzate, le più comuni tra 2, 3 e 4",
    "Art. 13": "art. 13",
    "Art. 18": "art. 18",
    "Art. 10: locked to its rank": "art. 10: bloccata al suo valore",
    "Art. 13: precedes or follows at least seven": "art. 13: precede o segue almeno sette",
    "Art. 16: the arbiter verifies": "art. 16: verifica l’arbitro",
    "Art. 28: the player on the right of the one on turn plays last": (
        "art. 28: gioca per ultimo chi è a destra di chi è di turno"
    ),
    "Art. 9: unless an equal card was in hand already": "art. 9: salvo una carta uguale già in mano",
    "FITAB's definition, same thirteen cards": "definizione FITAB, le stesse tredici carte",
    "Italian code: any; the international one wants a clean one": (
        "codice italiano: qualsiasi; quello internazionale lo vuole pulito"
    ),
    "a free wild may slide to the other end": "una matta libera può scorrere all’altro estremo",
    "a wild moves only when its card replaces it": "la matta si muove solo se la sua carta la sostituisce",
    "after the last hand": "dopo l’ultima smazzata",
    "allowed in so many words": "ammessa espressamente",
    "art. on burraco": "articolo sul burraco",
    "as the FE.BUR.IT code": "come il codice FE.BUR.IT",
    "banned": "vietata",
    "banned; the second is laid on the first": "vietata; la seconda si unisce alla prima",
    "called before the draw: a full lap follows": "chiamato prima della pesca: segue un giro intero",
    "eight cards counting the wild; nine are super dirty": "otto carte con la matta; nove sono super sporco",
    "ends the turn, except to take the pozzetto or to close": (
        "chiude il turno, salvo per prendere il pozzetto o chiudere"
    ),
    "first past 2005": "il primo oltre 2005",
    "follows from the free-end rule": "segue dalla regola dell’estremo libero",
    "four": "quattro",
    "four, two possible": "quattro, possibile in due",
    "four; empty chairs are filled": "quattro; i posti vuoti si riempiono",
    "grades": "categorie",
    "grades table": "tabella delle categorie",
    "grades table, 200": "tabella delle categorie, 200",
    "grades table, 250": "tabella delle categorie, 250",
    "grades table, 300": "tabella delle categorie, 300",
    "grades table: fourteen cards": "tabella delle categorie: quattordici carte",
    "hand void, all points cancelled": "smazzata nulla, tutti i punti annullati",
    "hands agreed beforehand": "smazzate concordate prima",
    "inferred: the text speaks of runs": "dedotto: il testo parla di sequenze",
    "lowest opponent": "l’avversario con la carta più bassa",
    "minus 100": "meno 100",
    "no such grade": "categoria che non c’è",
    "no such grade; FITAB has it": "categoria che non c’è; ce l’ha FITAB",
    "not by hands": "non a smazzate",
    "not by points": "non a punti",
    "number not stated": "il numero non è scritto",
    "once down it stays": "una volta calata resta",
    "one": "uno",
    "one clean or dirty": "uno pulito o sporco",
    "one of any grade": "uno di qualsiasi categoria",
    "only if at least one side took its own": "solo se almeno una linea ha preso il suo",
    "only replaced": "solo sostituita",
    "overall lowest": "la carta più bassa di tutte",
    "reading of Art. 10; locked afterwards": "lettura dell’art. 10; poi è bloccata",
    "seven cards in a row that the wild does not interrupt": "sette carte di fila che la matta non interrompe",
    "text of 2012: at least eight counting the wild": "testo del 2012: almeno otto con la matta",
    "the arbiter decides": "decide l’arbitro",
    "the article names groups only": "l’articolo parla solo di combinazioni",
    "the card may not be discarded in that turn": "la carta non si scarta in quel turno",
    "the default of every other code": "vale come in ogni altro codice",
    "the grade is worth more than dirty; 200 as everywhere": "vale più dello sporco; 200 come ovunque",
    "the last two cards are not played": "le ultime due carte non si giocano",
    "the lower of the highest card's opponents": "il più basso degli avversari di chi ha la carta più alta",
    "the opponent must have played at least one hand, read as one turn": (
        "l’avversario deve aver giocato almeno una mano, letta come un turno"
    ),
    "the two natures of the pinella": "le due nature della pinella",
    "the wild precedes or follows at least seven naturals": "la matta precede o segue almeno sette naturali",
    "two cards remain": "restano due carte",
    "two grades only": "due categorie soltanto",
    "two or four": "in due o in quattro",
    "two pairs": "due coppie",
    "unconditional": "senza condizioni",
    "void after repeated refusals, as played without an arbiter": (
        "nulla dopo ripetuti rifiuti, perché si gioca senza arbitro"
    ),
    "not stated there; the default of every other code": "lì non è scritto; vale come in ogni altro codice",
}
# Why another reading exists.
_OTHERWISE: Final = {
    "A to K only, the letter of the seven-grade page": (
        "solo da Asso a Re, alla lettera della pagina delle sette categorie"
    ),
    "a wild at an end may slide to the other (classic rules, a portal); programs have changed their minds": (
        "una matta a un estremo può scorrere all’altro (regole classiche, un portale);"
        " i programmi hanno cambiato idea"
    ),
    "a wild between cards is always dirty (teaching pages, two programs)": (
        "una matta tra le carte è sempre sporco (pagine didattiche, due programmi)"
    ),
    "a wild that is down is locked, even at an end (tournament codes)": (
        "una matta calata è bloccata, anche a un estremo (codici di gara)"
    ),
    "any thirteen with a wild (a FITAB program)": "tredici qualsiasi con una matta (un programma FITAB)",
    "in other rooms": "in altre sale",
    "nine are dirty again (one reader of 2026)": "nove sono di nuovo sporco (un lettore del 2026)",
    "nine are semi-clean too (F.I.Bur. 2026, a portal)": "anche nove sono semipulito (F.I.Bur. 2026, un portale)",
    "no source forbids it": "nessuna fonte lo vieta",
    "one glossary says so": "lo dice un glossario",
    "the last lap begins after the turn in which time is called (F.I.Bur.)": (
        "l’ultimo giro comincia dopo il turno in cui si chiama il tempo (F.I.Bur.)"
    ),
    "the turn in which time is called begins the last lap (FE.BUR.IT)": (
        "il turno in cui si chiama il tempo comincia l’ultimo giro (FE.BUR.IT)"
    ),
}


def label_it(text: str) -> str:
    """Return a shipped title or edition in Italian; a club's own as it stands."""
    return _LABELS.get(text, text)


def source_it(text: str) -> str:
    """Return a shipped source in Italian; a club's own as it stands."""
    code, colon, said = text.partition(": ")
    if code in _CODES and said in _SAID:
        return f"{_CODES[code]}{colon}{_SAID[said]}"
    return _SAID.get(text, _LABELS.get(text, text))


def otherwise_it(text: str) -> str:
    """Return the reason of a reading not taken in Italian; a club's own as it stands."""
    return _OTHERWISE.get(text, text)
