#!/usr/bin/env python3
"""Make the small files of tests/data and MANIFEST.json.

Development script: needs onnx and numpy; its results are checked in, and the tests read them without Python.
"""

import json
import pathlib
import shutil

from generators import broken_files, external_data, features, ir_versions, element_types, plugin_operators

ROOT = pathlib.Path(__file__).resolve().parent


def main() -> None:
    entries = []
    for module, folder in ((ir_versions, "ir"), (element_types, "types"), (features, "features"),
                           (external_data, "external"), (broken_files, "broken"), (plugin_operators, "plugin")):
        shutil.rmtree(ROOT / folder, ignore_errors=True)
        for case in module.cases():
            path = ROOT / folder / case.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(case.content)
            if case.shows:
                entries.append(case.entry(folder))
    names = [entry["file"] for entry in entries]
    assert len(names) == len(set(names)), "two cases write one file"
    lines = ",\n  ".join(json.dumps(entry, ensure_ascii=True) for entry in entries)
    (ROOT / "MANIFEST.json").write_text(f"[\n  {lines}\n]\n")
    sizes = [(ROOT / name).stat().st_size for name in names]
    print(f"{len(entries)} cases, {sum(sizes)} bytes, largest {max(sizes)}")


if __name__ == "__main__":
    main()
