"""Where the program meets boards, people, packs and paper."""
