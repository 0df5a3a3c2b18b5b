"""The package itself: its public names, which way imports point, what the wheel holds."""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import atlas_grader

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "atlas_grader"

# Unit → the units it may import besides `frozen`; a unit is a module or a package. Read from the bottom up.
MAY_IMPORT = {
    "frozen": set(),
    "processes": set(),
    "errors": set(),
    "verdicts": set(),
    "tasks": set(),
    "answers": set(),
    "folding": set(),
    "questions": set(),
    "perfect": {"tasks"},
    "decoys": {"names", "questions", "tasks"},
    "wording": {"answers", "decoys", "questions", "tasks"},
    "policy": set(),
    "markup": {"folding"},
    "cleaning": {"answers", "folding", "markup", "tasks"},
    "ruled_out": {"folding", "policy"},
    "or_words": {"policy"},
    "phrases": {"policy"},
    "emptiness": {"folding", "phrases", "policy"},
    "names": {"answers", "emptiness", "folding", "or_words", "policy", "tasks"},
    "parse": {
        "answers",
        "cleaning",
        "folding",
        "markup",
        "or_words",
        "policy",
        "ruled_out",
        "tasks",
        "verdicts",
    },
    "match": {
        "answers",
        "cleaning",
        "ruled_out",
        "emptiness",
        "folding",
        "names",
        "or_words",
        "phrases",
        "policy",
        "tasks",
        "verdicts",
    },
    "align": {"answers", "cleaning", "folding", "match", "names", "tasks", "verdicts"},
    "assign": set(),
    "score": set(),
    "stats": set(),
    "agreement": {"stats", "verdicts"},
    "bounds": {"assign", "score"},
    "task_report": {"answers", "score", "verdicts"},
    "losses": {"score", "task_report", "verdicts"},
    "signature": {"errors", ""},
    "records": {"answers", "errors", "losses", "score", "task_report", "tasks", "verdicts"},
    "releases": {"errors", "records", "signature", "stats", "tasks"},
    "reading": {"answers", "errors", "records"},
    "vetting": {
        "align",
        "cleaning",
        "compiled",
        "emptiness",
        "errors",
        "folding",
        "grade",
        "match",
        "answers",
        "names",
        "parse",
        "perfect",
        "policy",
        "reading",
        "records",
        "releases",
        "score",
        "signature",
        "tasks",
        "verdicts",
    },
    "rebuilding": {"errors", "records", "releases", "tasks"},
    "importing": {"errors", "names", "records", "releases", "signature", "tasks", "vetting"},
    "exporting": {"errors", "records", "releases", "tasks"},
    "run_report": {"losses", "score", "signature", "stats", "task_report"},
    "stability": {"questions", "run_report", "score", "signature"},
    "compare": {"run_report", "score", "stats"},
    "judge": {"decoys", "errors", "policy", "questions", "reading", "records", "signature"},
    "compiled": {"align", "answers", "cleaning", "match", "names", "parse", "tasks", "verdicts", "wording"},
    "grading": {
        "align",
        "answers",
        "bounds",
        "compiled",
        "names",
        "parse",
        "questions",
        "tasks",
        "verdicts",
        "wording",
    },
    "grade": {
        "answers",
        "bounds",
        "cleaning",
        "compiled",
        "grading",
        "parse",
        "questions",
        "task_report",
        "verdicts",
    },
    "grader": {
        "answers",
        "compiled",
        "errors",
        "grade",
        "questions",
        "records",
        "releases",
        "run_report",
        "signature",
        "task_report",
    },
    "conformance": {"align", "cleaning", "errors", "match", "parse", "reading", "records", "verdicts"},
    "labels": {
        "agreement",
        "answers",
        "compiled",
        "errors",
        "grader",
        "grading",
        "match",
        "parse",
        "questions",
        "reading",
        "records",
        "tasks",
        "verdicts",
    },
    "selftest": {"answers", "conformance", "grader", "perfect", "records", "score"},
    "report": {
        "agreement",
        "answers",
        "cleaning",
        "compare",
        "conformance",
        "errors",
        "labels",
        "losses",
        "questions",
        "releases",
        "run_report",
        "score",
        "signature",
        "stability",
        "stats",
        "task_report",
        "tasks",
        "verdicts",
    },
    "pool": {"errors", "grader", "processes", "questions", "reading", "records", "report", "run_report"},
    "run": {"errors", "grader", "pool", "questions", "reading", "records", "run_report"},
    "regrading": {"grader", "judge", "session", "stability"},
    "session": {
        "compare",
        "errors",
        "grader",
        "judge",
        "pool",
        "questions",
        "reading",
        "report",
        "run",
        "run_report",
        "stability",
        "task_report",
    },
    "cli": {
        "",
        "conformance",
        "errors",
        "exporting",
        "grader",
        "importing",
        "judge",
        "labels",
        "processes",
        "questions",
        "rebuilding",
        "records",
        "regrading",
        "releases",
        "report",
        "selftest",
        "session",
        "signature",
        "task_report",
        "tasks",
        "vetting",
    },
    "__main__": {"cli"},
    "": {
        "answers",
        "errors",
        "grader",
        "judge",
        "reading",
        "releases",
        "run_report",
        "task_report",
        "verdicts",
    },
}


def unit_of(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("atlas_grader"):
            if node.module == "atlas_grader":
                names = {alias.name for alias in node.names}
                yield from (name if (PACKAGE / f"{name}.py").exists() else "" for name in names)
            else:
                yield unit_of(node.module)


def modules():
    return sorted(path for path in PACKAGE.rglob("*.py") if "_bundled" not in path.parts)


def own_unit(path):
    relative = path.relative_to(PACKAGE)
    return (
        ""
        if relative.name == "__init__.py" and len(relative.parts) == 1
        else relative.parts[0].removesuffix(".py")
    )


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_one_way(path):
    own = own_unit(path)

    assert set(imports_of(path)) - {own} <= MAY_IMPORT[own] | {"frozen"}


def test_the_table_of_imports_has_no_cycle():
    settled = {""}
    waiting = {unit: allowed - {""} for unit, allowed in MAY_IMPORT.items() if unit}
    while ready := [unit for unit, allowed in waiting.items() if allowed <= settled]:
        settled.update(ready)
        waiting = {unit: allowed for unit, allowed in waiting.items() if unit not in settled}

    assert not waiting


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_holds_one_idea(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_pydantic_stays_at_the_door():
    for path in modules():
        if own_unit(path) != "records":
            assert "pydantic" not in path.read_text(encoding="utf-8"), path


def test_unidecode_stays_behind_one_function():
    users = [
        path.name
        for path in modules()
        if "import unidecode" in path.read_text(encoding="utf-8")
        or "from unidecode" in path.read_text(encoding="utf-8")
    ]

    assert users == ["scripts.py"]


def test_every_public_name_can_be_imported():
    for name in atlas_grader.__all__:
        assert getattr(atlas_grader, name) is not None
    assert sorted(atlas_grader.__all__) == sorted(atlas_grader._HOMES)
    assert {*atlas_grader.__all__, "__version__"} <= set(dir(atlas_grader))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = atlas_grader.nothing


def test_importing_the_package_loads_nothing_else():
    code = (
        "import sys; import atlas_grader;"
        "print(sorted(name for name in sys.modules if name.startswith('atlas_grader.')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"


def test_the_version_is_the_changelogs_newest():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = next(line for line in changelog.splitlines() if line.startswith("## "))

    assert newest.startswith(f"## {atlas_grader.__version__} ")


def test_every_module_can_be_imported_alone():
    for path in modules():
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith("__main__"):
            importlib.import_module(name)


def test_no_address_of_a_package_registry_or_machine_is_in_the_repository():
    registries = ["pypi" + r"\.org", "python" + "hosted", "npm" + "js"]
    # Where a path begins, unlike within the address of a page.
    folders = [rf"(?<![\w.-])/{name}/" for name in ("wo" + "rk", "ro" + "ot", "tm" + "p")]
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\n")
    texts = [
        ROOT / name for name in tracked if name.endswith((".py", ".md", ".toml", ".txt", ".jsonl", ".json"))
    ]
    for path in texts:
        text = path.read_text(encoding="utf-8", errors="replace")
        found = re.search("|".join(registries + folders), text)
        assert found is None, f"{path}: {found}"
