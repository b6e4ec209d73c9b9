"""Reads docs/fleet.sql and asks its questions on DuckDB or Spark."""

from __future__ import annotations

import pathlib
import re
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "docs/fleet.sql"


def sources(engine: str, packed: pathlib.Path) -> list[str]:
    """The source views of an engine, as the head of the script has them."""
    text = SCRIPT.read_text()
    part = text[text.index(f"--   {engine}"):]
    lines = []
    for line in part.splitlines():
        found = re.search(r"CREATE .*;", line)
        if not found:
            break
        lines.append(found.group().rstrip(";").replace("packed/", f"{packed}/"))
    return lines


def statements() -> tuple[list[str], list[tuple[str, str]]]:
    """The views, and the questions with their statements."""
    text = SCRIPT.read_text()
    head, *parts = re.split(r"^-- (?=\d+\. )", text[text.index("-- Views"):], flags=re.MULTILINE)
    views = [view.strip() for view in head.split("-- Views")[1].split(";") if view.strip()]
    questions = []
    for part in parts:
        name, statement = part.split("\n", 1)
        questions.append((name.strip(), statement.strip().rstrip(";")))
    return views, questions


class DuckDb:
    """A connection with the views."""

    name = "DuckDB"

    def __init__(self, packed: pathlib.Path, threads: int = 0) -> None:
        import duckdb

        self.connection = duckdb.connect()
        if threads:
            self.connection.execute(f"SET threads = {threads}")
        for statement in sources(self.name, packed) + statements()[0]:
            self.connection.execute(statement)

    def rows(self, statement: str) -> list[tuple]:
        return self.connection.execute(statement).fetchall()

    def columns(self, statement: str) -> list[str]:
        return [column[0] for column in self.connection.execute(f"DESCRIBE {statement}").fetchall()]

    def groups_scanned(self, statement: str) -> str:
        plan = "\n".join(row[1] for row in self.connection.execute(f"EXPLAIN ANALYZE {statement}").fetchall())
        return ", ".join(re.findall(r"Row Groups Scanned:?\s*([0-9]+ ?/ ?[0-9]+)", plan))


class Spark:
    """A local session with the views."""

    name = "Spark"

    def __init__(self, packed: pathlib.Path) -> None:
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]").appName("fleet").config("spark.ui.enabled", "false")
        for key, value in [("driver.bindAddress", "127.0.0.1"), ("driver.host", "127.0.0.1"), ("sql.shuffle.partitions", "4"),
                           ("sql.session.timeZone", "UTC"), ("driver.memory", "3g")]:
            builder = builder.config(f"spark.{key}", value)
        self.session = builder.getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")
        for statement in sources(self.name, packed) + statements()[0]:
            self.session.sql(statement)

    def rows(self, statement: str) -> list[tuple]:
        return [tuple(row) for row in self.session.sql(statement).collect()]


def seconds_of(engine, statement: str) -> tuple[float, int]:
    """The time of the second call, and the number of rows."""
    engine.rows(statement)
    start = time.perf_counter()
    rows = engine.rows(statement)
    return time.perf_counter() - start, len(rows)
