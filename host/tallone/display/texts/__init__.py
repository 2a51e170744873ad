"""Every visible sentence, in Italian and English."""
