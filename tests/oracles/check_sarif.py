#!/usr/bin/env python3
"""Is a SARIF file of ours valid?

    check_sarif.py FILE... --schema sarif-schema-2.1.0.json

The schema is that of OASIS (github.com/oasis-tcs/sarif-spec, sarif-2.1/schema/sarif-schema-2.1.0.json). Besides it: rule
indices name the rule of the result, and URIs hold only what RFC 3986 allows. Needs jsonschema.
"""

import argparse
import json
import pathlib
import re
import sys

import jsonschema


def faults(document, schema):
    validator = jsonschema.validators.validator_for(schema)(schema)
    for error in validator.iter_errors(document):
        yield f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
    for run in document.get("runs", []):
        rules = run["tool"]["driver"]["rules"]
        if len({rule["id"] for rule in rules}) != len(rules):
            yield "a rule is listed twice"
        for result in run["results"]:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                yield f"ruleIndex {result['ruleIndex']} is not {result['ruleId']}"
            for location in result["locations"]:
                uri = location["physicalLocation"]["artifactLocation"]["uri"]
                if not re.fullmatch(r"(file://)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri):
                    yield f"{uri} is no URI"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--schema", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    schema = json.loads(arguments.schema.read_text())
    wrong = 0
    for path in arguments.files:
        document = json.loads(path.read_text())
        found = list(faults(document, schema))
        wrong += len(found)
        print(f"{path}: {sum(len(run['results']) for run in document['runs'])} results, {len(found)} faults")
        for fault in found[:20]:
            print("  " + fault)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
