#!/usr/bin/env python3
"""Makes many profile files by varying real ones: a fleet of machines that measured for months.

    make_profiles.py REAL… -o FOLDER --count 10000 [--seed 1] [--machines 12] [--months 18]

REAL are .opscope files, or folders of them. Each made file is a real one whose times are changed: by a factor of its machine, by a regression of one
operator type from a day on, and by noise of each execution and run. Metadata say machine, day, commit and label. The files are written by pyarrow in
the form of Opscope's writer, so `opscope-cli` reads them. Development script: needs pyarrow and numpy.
"""

from __future__ import annotations

import argparse
import datetime
import json
import pathlib
import sys

import numpy
import pyarrow
import pyarrow.parquet as pq

WRITER = b"parquet-cpp-arrow version "
MOST_ROWS = 20_000  # of a row group: pyarrow begins a new page then, and Opscope's reader takes one page a column
DAY = 86_400 * 10**9
LAST_DAY = int(datetime.datetime(2026, 11, 27, tzinfo=datetime.timezone.utc).timestamp()) * 10**9
PROCESSORS = [("Intel(R) Xeon(R) CPU @ 2.80GHz", 1.0), ("AMD EPYC 9554 64-Core Processor", 0.62), ("Intel(R) Xeon(R) Platinum 8480+", 0.55),
              ("Neoverse-V2", 0.7)]


def machines_of(count: int) -> list[dict]:
    """Processor, cores, name and factor of the times. The last machine of a kind is slower than its brothers: a question has to find it."""
    machines = []
    for number in range(count):
        cpu, factor = PROCESSORS[number % len(PROCESSORS)]
        is_odd = number == count - 1
        machines.append({"machine.cpu": cpu, "machine.cores": 8 * (1 + number % 3), "machine.host": f"node{number:02}",
                         "factor": factor * (1.35 if is_odd else 1 + 0.01 * (number // len(PROCESSORS)))})
    return machines


def schema_of(file: pq.ParquetFile) -> pyarrow.Schema:
    """The columns of a file, required where Opscope writes them so."""
    fields = []
    for i in range(len(file.schema)):
        column = file.schema.column(i)
        field = file.schema_arrow.field(column.name)
        fields.append(pyarrow.field(field.name, field.type, nullable=column.max_definition_level > 0))
    return pyarrow.schema(fields)


class Original:
    """A real profile, ready to be varied."""

    def __init__(self, path: pathlib.Path) -> None:
        file = pq.ParquetFile(path)
        table = file.read().combine_chunks()
        self.schema = schema_of(file)
        self.columns = {name: table[name].combine_chunks() for name in table.column_names}
        self.entries = {key.decode(): value.decode() for key, value in file.metadata.metadata.items() if key != b"ARROW:schema"}
        self.metadata = json.loads(self.entries["opscope.metadata"])
        self.rows = table.num_rows
        self.is_op = numpy.array([kind == "op" for kind in self.columns["kind"].to_pylist()])
        self.is_run = numpy.array([kind == "run" for kind in self.columns["kind"].to_pylist()])
        self.op_type = numpy.array(self.columns["op_type"].to_pylist())
        self.run = self.columns["run"].to_numpy()
        self.duration = self.columns["dur_ns"].to_numpy()
        types, calls = numpy.unique(self.op_type[self.is_op], return_counts=True)
        self.common_type = types[numpy.argmax(calls)] if len(types) else ""

    def text(self, value: str) -> pyarrow.Array:
        return pyarrow.array([value] * self.rows, pyarrow.string())

    def varied(self, number: int, random: numpy.random.Generator, machine: dict, day: int, months: int) -> tuple[pyarrow.Table, dict, str]:
        """The table, the key-values and the host of one made file."""
        factor = numpy.full(self.rows, machine["factor"]) * random.lognormal(0, 0.02, self.rows)
        runs = random.lognormal(0, 0.015, int(self.run.max()) + 1 if len(self.run) else 1)
        factor *= numpy.where(self.run >= 0, runs[self.run], 1)
        started = LAST_DAY - (months * 30 - day) * DAY + int(random.integers(DAY))
        if day > months * 15:  # in the middle of the time one operator type becomes 8 % slower, on all machines
            factor[self.is_op & (self.op_type == self.common_type)] *= 1.08
            factor[self.is_run] *= 1.03
        if random.random() < 0.01:  # a run that something disturbed
            factor[self.is_run & (self.run == int(random.integers(len(runs))))] *= 5
        commit = f"{day // 2:08x}" * 5
        changes = {"profile.id": f"{number:032x}", "profile.started_at_ns": started, "profile.tag": "nightly", "source.commit": commit,
                   "source.commit_time_ns": LAST_DAY - (months * 30 - day) * DAY,
                   **{key: value for key, value in machine.items() if key != "factor"}}
        columns = dict(self.columns)
        columns["dur_ns"] = pyarrow.array(numpy.maximum(1, self.duration * factor).astype(numpy.int64))
        columns["started_at"] = pyarrow.array(numpy.full(self.rows, started))
        for name, key in [("profile", "profile.id"), ("host", "machine.host"), ("tag", "profile.tag")]:
            columns[name] = self.text(str(changes[key]))
        entries = dict(self.entries, **{"opscope.metadata": json.dumps(self.metadata | changes, ensure_ascii=False)})
        return pyarrow.table(list(columns.values()), schema=self.schema), entries, str(changes["machine.host"])


def write(table: pyarrow.Table, entries: dict, path: pathlib.Path) -> None:
    texts = [field.name for field in table.schema if field.type == pyarrow.string()]
    integers = {field.name: "DELTA_BINARY_PACKED" for field in table.schema if field.type == pyarrow.int64()}
    sink = pyarrow.BufferOutputStream()
    encodings = integers | {field.name: "PLAIN" for field in table.schema if field.type == pyarrow.float64()}
    with pq.ParquetWriter(sink, table.schema, compression="zstd", compression_level=1, use_dictionary=texts, column_encoding=encodings,
                          data_page_size=1 << 26, dictionary_pagesize_limit=1 << 26, store_schema=False) as writer:
        writer.write_table(table, row_group_size=MOST_ROWS)
        writer.add_key_value_metadata(entries)
    content = sink.getvalue().to_pybytes()
    # The reader takes only files of Opscope. The name has the same length, so no place in the file changes.
    start = content.rindex(WRITER)
    length = len(pyarrow.cpp_version) + len(WRITER)
    path.write_bytes(content[:start] + b"Opscope version 0.1.0, varied".ljust(length)[:length] + content[start + length:])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("real", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--machines", type=int, default=12)
    parser.add_argument("--months", type=int, default=18)
    wanted = parser.parse_args()
    paths = [path for entry in wanted.real for path in (sorted(entry.rglob("*.opscope")) if entry.is_dir() else [entry])]
    if not paths:
        parser.error("no .opscope file there")
    originals = [Original(path) for path in paths]
    random = numpy.random.default_rng(wanted.seed)
    machines = machines_of(wanted.machines)
    for number in range(wanted.count):
        original = originals[number % len(originals)]
        machine = machines[int(random.integers(len(machines)))]
        table, entries, host = original.varied(number, random, machine, int(random.integers(wanted.months * 30)), wanted.months)
        folder = wanted.output / host
        folder.mkdir(parents=True, exist_ok=True)
        write(table, entries, folder / f"{number:05}.opscope")
    print(f"{wanted.count} files of {len(originals)} real ones, {sum(original.rows for original in originals) // len(originals)} rows each on average")
    return 0


if __name__ == "__main__":
    sys.exit(main())
