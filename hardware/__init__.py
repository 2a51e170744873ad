"""Everything a maker needs for one table, and the programs that make and check it.

The model of coupled tags lives with the simulator, which ships; these programs run from the checkout alone.
"""

import sys
from pathlib import Path

_HOST = str(Path(__file__).resolve().parent.parent / "host")
if _HOST not in sys.path:
    sys.path.append(_HOST)
