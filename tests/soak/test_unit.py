"""The systemd unit of docs/hosting.md: systemd understands it, and it leaves the service little."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.soak.recipes import recipe
from tests.support.patience import PATIENCE
from tests.support.serving import HERALD

SYSTEMD = shutil.which("systemd-analyze")
pytestmark = pytest.mark.skipif(SYSTEMD is None, reason="there is no systemd here that could look at the unit")
EXPOSED = 2.0  # of 10, as systemd counts what a service could do to its machine


def analyzed(*words: str) -> str:
    done = subprocess.run([str(SYSTEMD), *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """With a program that is here, and users that are."""
    file = tmp_path / "herald.service"
    file.write_text(
        recipe("ini", {"/opt/herald/bin/herald": str(HERALD), "User=club": "User=daemon", "Group=club": "Group=daemon"})
    )
    return file


def test_systemd_understands_it(unit: Path) -> None:
    assert "herald.service" not in analyzed("verify", "--man=no", str(unit)), "nothing is remarked on"


def test_it_leaves_the_service_little(unit: Path) -> None:
    said = analyzed("security", "--offline=yes", "--no-pager", str(unit))
    found = re.search(r"Overall exposure level for herald\.service: ([\d.]+)", said)
    assert found is not None, said
    assert float(found[1]) <= EXPOSED, said
