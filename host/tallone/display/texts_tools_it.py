"""The Italian words of the commands beside the table: audits, receipts, enrolment."""

from typing import Final

TEXTS: Final[dict[str, str | tuple[str, str]]] = {
    # The audit of a shuffle
    "audit.title": "Verifica della mescolata",
    "audit.what": "Mescolata: {shuffle}; ordine di partenza: giochi impilati come si raccolgono",
    "audit.croupier": "il piano della macchina, eseguito carta per carta",
    "audit.plan": "Fissato prima: {n} mescolate, errore di tutte le prove insieme {alpha}",
    "audit.test": "prova",
    "audit.seen": "visto",
    "audit.expected": "giusto",
    "audit.p": "p",
    "audit.result": "esito",
    "audit.limit": "Una prova fallisce sotto p = {limit}",
    "audit.right": "come giusto",
    "audit.wrong": "NON GIUSTO",
    "audit.passed": "La mescolata passa: ogni prova è come quella di una mescolata giusta.",
    "audit.failed": "La mescolata non passa.",
    "audit.map": "Quante volte ogni carta è andata a ogni posto, {n} mescolate",
    "audit.before": "posto prima",
    "audit.after": "posto dopo",
    "audit.map.how": "Bianco come atteso, rosso di più, blu di meno; colore pieno a 4 deviazioni standard.",
    "audit.test.card by position": "carta per posto",
    "audit.test.first and last eleven": "prime e ultime undici",
    "audit.test.rising sequences": "sequenze crescenti",
    "audit.test.neighbours kept": "vicine rimaste vicine",
    "audit.test.guessing game": "gioco dell’indovinare",
    "audit.test.correlation with the last hand": "correlazione con la smazzata prima",
    "audit.test.jokers and twos by place": "jolly e pinelle per posto",
}
