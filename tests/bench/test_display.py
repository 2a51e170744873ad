from tallone.bench.display import measure


def test_the_bench_measures_every_event_and_keeps_the_display_small():
    figures = measure(events=30)
    assert figures.frames == 30
    assert 0 < figures.event_p50_ms <= figures.event_p95_ms <= figures.event_max_ms
    assert figures.resident_mb is None or figures.resident_mb > 10
