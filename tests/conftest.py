"""Settings that hold for every test."""

import atexit
import os
import shutil
import tempfile

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


# No test asks a model but of its own server, or reads the ledger of whoever runs the tests.
for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
    os.environ.pop(name, None)
_CACHE = tempfile.mkdtemp(prefix="atlas-grader-tests-")
os.environ["XDG_CACHE_HOME"] = _CACHE
atexit.register(shutil.rmtree, _CACHE, ignore_errors=True)
# Pages are as wide as in a pipe, whatever the terminal is on which the tests run.
os.environ["COLUMNS"] = "120"


@pytest.fixture(scope="session")
def grader():
    """A grader of the bundled release, its tasks compiled once for all tests."""
    return Grader(load_release())
