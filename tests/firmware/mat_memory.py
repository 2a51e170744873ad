# Prints how many bytes of heap the mat's firmware takes, and how many the models beside it.
import gc

import pio_machines  # noqa: F401
import rp2  # noqa: F401
import sim_mat

mat = sim_mat.attach()
gc.collect()
models = gc.mem_alloc()

from build import Mat

built = Mat(lambda: None)
built.scanner.begin()
gc.collect()
print(gc.mem_alloc() - models, models)
