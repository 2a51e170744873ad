"""The Italian words of `tallone calibrate`."""

from typing import Final

TEXTS: Final[dict[str, str | tuple[str, str]]] = {
    "scale.stock": "bilancia del tallone",
    "scale.discard": "bilancia degli scarti",
    "scale.pozzetto_1": "bilancia del primo pozzetto",
    "scale.pozzetto_2": "bilancia del secondo pozzetto",
    "calibrate.clear": "{scale}: togli tutto, anche le mani",
    "calibrate.lay": "{scale}: appoggia {n} carte di questo mazzo, in una pila, e togli le mani",
    "calibrate.take": "{scale}: togli {n} carte e togli le mani",
    "calibrate.enter": "poi premi Invio",
    "calibrate.done": "{scale}: tarata. Conteggi per grammo: prima {before}, ora {now}. "
    "Carte tolte per prova: {n}, contate tutte. Salvata sulla scheda.",
    "calibrate.kept": "La taratura di prima resta valida.",
    "calibrate.restless": "{scale}: il peso non si ferma da 20 secondi. Controlla che nessuno si appoggi "
    "e che nulla tocchi il piatto, poi ricomincia.",
    "calibrate.silent": "{scale}: il convertitore non dà misure. Controlla il cavo della bilancia, "
    "poi `tallone doctor`.",
    "calibrate.not_zero": "{scale}: dopo lo zero non mostra zero. "
    "Qualcosa è stato appoggiato o tolto: ricomincia.",
    "calibrate.nothing": "{scale}: con {n} carte il peso non cambia. Le carte sono su un’altra bilancia, "
    "o il piatto è bloccato.",
    "calibrate.backwards": "{scale}: con {n} carte il peso scende. "
    "Scambia i fili verde e bianco della cella.",
    "calibrate.range": "{scale}: con {n} carte il segnale è fuori da ogni misura possibile. "
    "Conta le carte; se sono giuste, controlla la cella.",
    "calibrate.miscounted": "{scale}: tolte {n} carte, contate {seen}. "
    "Conta le carte appoggiate e ricomincia.",
    "calibrate.unclear": "{scale}: il peso di {n} carte tolte non è di un numero intero di carte. "
    "Il piatto tocca qualcosa? Liberalo e ricomincia.",
    "calibrate.not_stored": "{scale}: la scheda non ha tenuto la taratura. "
    "Stacca il cavo, ricollegalo, ricomincia.",
    "calibrate.refused": "{scale}: la scheda ha rifiutato il comando. Aggiornala con "
    "`tallone firmware install mat`.",
    "calibrate.old_firmware": "{scale}: il programma della scheda è di prima di questo comando. "
    "Aggiornalo con `tallone firmware install mat`.",
}
