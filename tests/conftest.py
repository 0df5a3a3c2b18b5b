"""Settings that hold for every test."""

from hypothesis import HealthCheck, settings

# No timings in tests: figures belong to bench/. Examples are derandomised so that the gate never
# flickers; `--hypothesis-profile=search` looks further.
settings.register_profile(
    "gate", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=list(HealthCheck))
settings.load_profile("gate")
