"""Which judge it is: one judge however its address is told, and no other."""

import pytest

from atlas_grader.judge.addresses import OPENAI
from atlas_grader.judge.identity import identify


def endpoint(address):
    return identify("gpt-6-luna", "low", address).endpoint


@pytest.mark.parametrize(
    "address",
    [
        "https://api.openai.com/v1",
        "https://api.openai.com/v1/",
        "https://API.OpenAI.com/v1",
        "HTTPS://api.openai.com:443/v1//",
        "https://api.openai.com:0443/v1",
        "",
        None,
    ],
)
def test_the_models_own_service_is_one_judge_whether_its_address_is_told_or_not(address):
    assert endpoint(address) == ""


@pytest.mark.parametrize(
    "address",
    [
        "http://api.openai.com/v1",
        "https://api.openai.com:8443/v1",
        "https://api.openai.com/v2",
        "https://api.openai.com/V1",
        "https://api.openai.com",
        "https://somebody@api.openai.com/v1",
        "https://api.openai.com.evil.example/v1",
        f"https://evil.example/?{OPENAI}",
        f"{OPENAI}?api-version=1",
        "not an address",
        "https://host:99999999/v1",
        "\udcff",
    ],
)
def test_any_other_service_is_another_judge(address):
    assert endpoint(address) != ""


@pytest.mark.parametrize(
    ("plain", "others"),
    [
        ("http://localhost/v1", ["http://LOCALHOST:80/v1/", "HTTP://localhost:/v1"]),
        ("http://[::1]:8000/v1", ["http://[::1]:08000/v1"]),
        ("https://host/Path", ["https://HOST:443/Path/"]),
    ],
)
def test_an_address_is_one_however_its_host_and_port_are_written(plain, others):
    assert {endpoint(other) for other in others} == {endpoint(plain)}


def test_what_is_written_otherwise_in_path_or_port_is_another_address():
    addresses = ["http://h/a", "http://h/A", "http://h:8/a", "https://h/a"]

    assert len(set(map(endpoint, addresses))) == len(addresses)
