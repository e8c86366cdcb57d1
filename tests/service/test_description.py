"""The service answers as its own description says, whatever is asked."""

import subprocess
import sys
from pathlib import Path

import pytest

from cli.service.endpoints import ENDPOINTS
from tests.service.conftest import KEYS, Ask
from tests.support.patience import LONGEST, PATIENCE


def test_every_route_is_described(ask: Ask) -> None:
    paths = ask("GET", "/openapi.json").json["paths"]
    assert {(path, method) for path, methods in paths.items() for method in methods} == {
        ("/health", "get"),
        ("/matches", "post"),
        ("/matches/{match}/rows", "get"),
        ("/matches/{match}/acts", "post"),
        ("/matches/{match}/forks", "post"),
        ("/matches/{match}/watchers", "get"),
        ("/matches/{match}/watchers", "post"),
        ("/matches/{match}/watchers", "delete"),
        ("/matches/{match}/feed", "get"),
        ("/sync", "post"),
        ("/", "get"),
        ("/m/{match}", "get"),
        ("/static/{name}", "get"),
        ("/told", "post"),
        ("/matches/{match}/told", "get"),
        ("/matches/{match}/rulings", "get"),
        ("/matches/{match}/complete", "post"),
        ("/openapi.json", "get"),
    }


@pytest.mark.slow
def test_nothing_that_can_be_asked_is_answered_otherwise(url: str, match: str, tmp_path: Path) -> None:
    """But that a rule may refuse what is spelled as it should be."""
    (tmp_path / "schemathesis.toml").write_text(f'[parameters]\n"path.match" = "{match}"\n')
    program = Path(sys.executable).with_name("schemathesis")
    asking = [str(program), "run", f"{url}/openapi.json", "--seed", "1", "--max-examples", "5"]
    asking += ["--suppress-health-check", "all", "--request-timeout", str(PATIENCE)]
    asking += ["--exclude-path", "/matches/{match}/feed", "--exclude-checks", "positive_data_acceptance"]
    asking += ["--header", f"Authorization: Bearer {KEYS['Ana']}"]
    found = subprocess.run(asking, cwd=tmp_path, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert found.returncode == 0, found.stdout
    operations = sum(one.name not in {"feed", "openapi"} for one in ENDPOINTS)
    assert f"Tested: {operations}" in found.stdout, found.stdout
