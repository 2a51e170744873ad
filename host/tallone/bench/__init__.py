"""The figures of the product: what `tallone bench` measures, station by station."""
