#!/usr/bin/env python3
"""Say what pyarrow and DuckDB read in a Parquet file, and what it says of its row groups.

    read_parquet.py tests/data/profiles/edge-values.parquet > tests/data/golden/parquet_values.txt

One line per row group and column: name, number of nulls, least and largest value as the file says, values. Numbers with fraction are written
as their 64 bits. Of a group of more than 16 rows the bits of all numbers are combined by exclusive or. The two readers must agree, else
exit code 1. The file is written by tests/profiler/tst_parquet_values.cpp with OPSCOPE_UPDATE_GOLDEN=1. Development script: needs pyarrow
and duckdb.
"""

import datetime
import functools
import json
import operator
import struct
import sys

import duckdb
import pyarrow.parquet as pq

SHOWN = 16


def number(value):
    """A date as microseconds since 1970; other values as they are."""
    if not isinstance(value, datetime.datetime):
        return value
    return (value.replace(tzinfo=datetime.timezone.utc) - datetime.datetime.fromtimestamp(0, datetime.timezone.utc)) // datetime.timedelta(microseconds=1)


def bits(value) -> int:
    value = number(value)
    if isinstance(value, str):
        return 0
    return struct.unpack("<Q", struct.pack("<d", value) if isinstance(value, float) else struct.pack("<q", value))[0]


def text(value) -> str:
    value = number(value)
    if value is None:
        return "null"
    if isinstance(value, float):
        return f"{bits(value):016x}"
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def main() -> int:
    file = pq.ParquetFile(sys.argv[1])
    start = 0
    other = duckdb.read_parquet(sys.argv[1]).to_arrow_table()
    for group in range(file.metadata.num_row_groups):
        table = file.read_row_group(group)
        for i, name in enumerate(table.column_names):
            said = file.metadata.row_group(group).column(i).statistics
            values = table[name].to_pylist()
            if list(map(text, values)) != list(map(text, other[name].slice(start, table.num_rows).to_pylist())):
                print(f"pyarrow and DuckDB differ in group {group}, {name}", file=sys.stderr)
                return 1
            shown = " ".join(map(text, values))
            if len(values) > SHOWN:
                shown = f"{functools.reduce(operator.xor, (bits(value) for value in values if value is not None), 0):016x}"
            span = f"{text(said.min)} to {text(said.max)}" if said.has_min_max else "no range"
            print(f"{group} {name}: {said.null_count} nulls, {span}: {shown}")
        start += table.num_rows
    return 0


if __name__ == "__main__":
    sys.exit(main())
