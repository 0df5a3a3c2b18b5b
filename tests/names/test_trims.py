import pytest

from atlas_grader.names.keys import exact_key
from atlas_grader.names.trims import compatible, trim_club_affixes, trim_legal_form, trim_titles


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("Nova Steel Co., Ltd.", "nova steel"),
        ("Alphen Holding B.V.", "alphen holding"),
        ("Müller GmbH & Co. KG", "muller"),
        ("Enel S.p.A.", "enel"),
        ("ПАО «Газпром»", "газпром"),
        ("PT Telkom Indonesia Tbk", "telkom indonesia"),
        ("上海云帆网络有限公司", "上海云帆网络"),
        ("株式会社日立製作所", "日立製作所"),
        ("The Boeing Company", "boeing"),
        ("Allegro sp. z o.o.", "allegro"),
    ],
)
def test_legal_forms_of_many_countries_are_left_off(name, rest):
    assert " ".join(trim_legal_form(exact_key(name).split()).tokens) == rest


@pytest.mark.parametrize(
    "name", ["Unlimited", "Accompany", "SA", "S.A.", "Co", "iPhone SE", "Type AB", "株式会社"]
)
def test_octens_suffixes_a_legal_form_is_a_whole_word_and_never_the_whole_name(name):
    assert trim_legal_form(exact_key(name).split()).tokens == tuple(exact_key(name).split())


def test_other_legal_forms_are_another_company():
    gmbh, inc = (trim_legal_form(["acme", form]).legal for form in ("gmbh", "inc"))

    assert not compatible(gmbh, inc)
    assert compatible(gmbh, frozenset())


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("Sir Tim Berners-Lee OM", "tim berners lee"),
        ("Prof. Dr. Jane Goodall DBE", "jane goodall"),
        ("Dr. Dre", "dr dre"),
        ("Queen Elizabeth II", "elizabeth ii"),
        ("Ed Larkin", "ed larkin"),
        ("Lord of the Rings", "lord of rings"),
        ("Pope Francis", "pope francis"),
    ],
)
def test_titles_go_if_a_full_name_remains(name, rest):
    assert " ".join(trim_titles(exact_key(name).split())) == rest


@pytest.mark.parametrize(
    ("name", "rest"),
    [("Liverpool F.C.", "liverpool"), ("1. FC Köln", "koln"), ("FC", "fc"), ("AC Milan", "ac milan")],
)
def test_club_affixes_go(name, rest):
    assert " ".join(trim_club_affixes(exact_key(name).split())[0]) == rest
