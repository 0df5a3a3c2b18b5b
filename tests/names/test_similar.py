import pytest

from atlas_grader.names.keys import exact_key
from atlas_grader.names.similar import NearIndex, is_misspelling


@pytest.mark.parametrize(
    ("name", "gold"),
    [
        ("torasemide", "torsemide"),
        ("Marina Cvetaeva", "Marina Tsvetaeva"),
        ("Shostakovitch", "Shostakovich"),
        ("Tchaikowsky", "Tchaikovsky"),
        ("Calisto", "Callisto"),
        ("HMHS Brittanic", "HMHS Britannic"),
        ("2000 Sumer Olympics", "2000 Summer Olympics"),
        ("Pliny the Yonger", "Pliny the Younger"),
        ("Li Quiang", "Li Qiang"),
        ("chloromethan", "chloromethane"),
    ],
)
def test_a_slip_finds_its_name(name, gold):
    assert NearIndex([(0, gold), (1, "Something Else")]).find(name) == {0}


@pytest.mark.parametrize(
    ("name", "gold"),
    [
        ("Apollo 11", "Apollo 12"),
        ("Galaxy S21", "Galaxy S21 Ultra"),
        ("Niger", "Nigeria"),
        ("Ireland", "Northern Ireland"),
        ("Henry VII", "Henry VIII"),
        ("World War I", "World War II"),
        ("George W. Bush", "George H. W. Bush"),
        ("iPhone 13 Pro", "iPhone 13 Pro Max"),
        ("Bank of America", "Bank America"),
        ("Austria", "Australia"),
        ("Embassy of Austria in Canberra", "Embassy of Australia in Canberra"),
        ("Jonathan Fox", "Jonathan Cox"),
        ("Karen Dawson", "Karen Lawson"),
        ("Julian Barnes", "Julia Barnes"),
        ("hyperthermia", "hypothermia"),
        ("prednisone", "prednisolone"),
        ("ethanol", "methanol"),
        ("thiosulfate", "thiosulfite"),
        ("maltais", "malais"),
        ("Saint-Martin", "Saint-Marin"),
        ("libra sudanesa", "libra sursudanesa"),
        ("Europa Ocidental", "Europa Oriental"),
        ("Programming in C", "Programming in C#"),
        ("中国工商银行股份有限公司", "中国农商银行股份有限公司"),
        ("approved", "not approved"),
        ("The Killer Whales", "The Killers Whales"),
        ("Qin dynasty", "Qing dynasty"),
        ("Clear Water Act", "Clean Water Act"),
        ("chlorin", "chlorine"),
        ("François Dupont", "Françoise Dupont"),
        ("Canon", "Cannon"),
        ("Peter Anderson", "Peter Andersson"),
    ],
)
def test_what_tells_two_names_apart_is_no_slip(name, gold):
    assert not NearIndex([(0, gold)]).find(name)
    assert not NearIndex([(0, name)]).find(gold)


def test_two_gold_rows_nearly_as_near_are_both_found():
    index = NearIndex([(0, "Rachmaninoff Concerto"), (1, "Rachmaninow Concerto")])

    assert index.find("Rachmaninov Concerto") == {0, 1}


def test_scores_alone_never_pair():
    assert not is_misspelling(exact_key("Wi-Fi 6"), exact_key("Wi-Fi 6E"))
