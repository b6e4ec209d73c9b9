#!/usr/bin/env python3
"""Which GPUs a module has code for, read from the module itself: machine code (sm_90) and text that a driver compiles (compute_75).

  module_code.py MODULE                 one JSON object: {"code": ["sm_90"], "text": ["compute_75"], "parts": 63, "bytes": {...}}
  module_code.py MODULE ARCHITECTURES   fails unless every part has code for just these, as CMAKE_CUDA_ARCHITECTURES names them
                                        ("75-virtual;90-real"); where cuobjdump is, it is asked too

A part is what one source was compiled to: sections .nv_fatbin hold one after another. Each begins with a header (magic number,
bytes of all that follows), then come entries (kind, bytes of their header and of their content, architecture).
"""
import json
import os
import re
import shutil
import struct
import subprocess
import sys

MAGIC = 0xBA55ED50
TEXT, CODE = 1, 2  # kinds of entries


class Unreadable(Exception):
    """Why the file tells nothing."""


def section(content, wanted):
    """Of an ELF file of 64 bits."""
    if content[:5] != b"\x7fELF\x02":
        raise Unreadable("it is no ELF file of 64 bits")
    table, = struct.unpack_from("<Q", content, 0x28)
    size, count, names = struct.unpack_from("<HHH", content, 0x3A)
    rows = [struct.unpack_from("<IIQQQQ", content, table + i * size) for i in range(count)]
    text = rows[names][4]
    for name, _, _, _, offset, length in rows:
        start = text + name
        if content[start:content.index(b"\0", start)] == wanted:
            return content[offset:offset + length]
    raise Unreadable(f"it has no section {wanted.decode()}: no device code is in it")


def entries(part):
    """(kind, architecture, bytes) of each entry behind a part's header."""
    at = 0
    while at + 32 <= len(part):
        kind, _, header, size = struct.unpack_from("<HHIQ", part, at)
        architecture, = struct.unpack_from("<I", part, at + 28)
        if kind not in (TEXT, CODE) or header < 32:
            raise Unreadable(f"an entry of kind {kind} with a header of {header} bytes; expected kind {TEXT} or {CODE}")
        yield kind, architecture, header + size
        at += header + size


def parts(content):
    at = 0
    while at + 16 <= len(content):
        magic, _, header, size = struct.unpack_from("<IHHQ", content, at)
        if magic != MAGIC:
            at += 8  # filled up to where the next one may begin
            continue
        yield content[at + header:at + header + size]
        at += header + size


def name_of(kind, architecture):
    return f"{'sm' if kind == CODE else 'compute'}_{architecture}"


def code_of(path):
    """The names of each part, and the bytes by name."""
    with open(path, "rb") as file:
        content = section(file.read(), b".nv_fatbin")
    found, sizes = [], {}
    for part in parts(content):
        names = set()
        for kind, architecture, size in entries(part):
            name = name_of(kind, architecture)
            names.add(name)
            sizes[name] = sizes.get(name, 0) + size
        found.append(names)
    if not found:
        raise Unreadable("its section .nv_fatbin is empty")
    return found, sizes


def expected_of(architectures):
    names = set()
    for entry in filter(None, re.split("[;,]", architectures)):
        number, _, kind = entry.partition("-")
        names |= {f"sm_{number}"} if kind != "virtual" else set()
        names |= {f"compute_{number}"} if kind != "real" else set()
    return names


def words_of(names):
    return ", ".join(sorted(names, key=lambda name: int(re.sub(r"\D", "", name) or 0))) or "nothing"


def told_by_cuobjdump(path):
    """The same by NVIDIA's tool; None where it is not here, or too old for the module."""
    tool = shutil.which("cuobjdump", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"]))
    if tool is None:
        return None
    names = set()
    for option, kind in (("--list-elf", "sm"), ("--list-ptx", "compute")):
        ended = subprocess.run([tool, option, path], capture_output=True, text=True, errors="replace")
        if ended.returncode != 0:
            return None
        names |= {f"{kind}_{number}" for number in re.findall(r"\.sm_(\d+[a-z]?)\.(?:cubin|ptx)", ended.stdout)}
    return names


def check(path, architectures):
    expected = expected_of(architectures)
    found, _ = code_of(path)
    faults = [f"part {i} has {words_of(names)}" for i, names in enumerate(found) if names != expected]
    told = told_by_cuobjdump(path)
    if told is not None and told != expected:
        faults.append(f"cuobjdump tells {words_of(told)}")
    if faults:
        print(f"{path}: {'; '.join(faults[:3])}; expected {words_of(expected)}", file=sys.stderr)
        return 1
    print(f"{len(found)} parts, each with {words_of(expected)}" + ("" if told is None else "; so says cuobjdump"))
    return 0


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.stderr.write(__doc__)
        return 2
    try:
        if len(arguments) == 2:
            return check(*arguments)
        found, sizes = code_of(arguments[0])
        names = sorted(set().union(*found))
        print(json.dumps({"code": [n for n in names if n.startswith("sm")], "text": [n for n in names if n.startswith("compute")],
                          "parts": len(found), "bytes": sizes}))
        return 0
    except (Unreadable, OSError, struct.error) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
