"""Settings that hold for every test."""

import pytest
from hypothesis import HealthCheck, settings

from atlas_grader import Grader, load_release

# No timings in tests: figures belong to bench/. Examples are derandomised so that the gate never
# flickers; `--hypothesis-profile=search` looks further.
settings.register_profile(
    "gate", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=list(HealthCheck))
settings.load_profile("gate")


@pytest.fixture(scope="session")
def grader():
    """A grader of the bundled release, its tasks compiled once for all tests."""
    return Grader(load_release())
