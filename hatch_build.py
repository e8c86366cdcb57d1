"""The build of the wheel: it gets its manual pages, where `man` looks for them."""

import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManualPages(BuildHookInterface[Any]):
    """Written from the help of the commands as they are at this moment; an editable install has none."""

    PLUGIN_NAME = "custom"
    folder = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        sys.path.insert(0, self.root)
        from cli.man import pages  # noqa: PLC0415 - from this checkout, wherever the build runs

        self.folder = tempfile.mkdtemp()
        project = tomllib.loads(Path(self.root, "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for place, text in pages(project["version"]):
            file = Path(self.folder, place)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = f"share/{place}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder:
            shutil.rmtree(self.folder)
