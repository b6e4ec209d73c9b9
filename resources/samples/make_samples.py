#!/usr/bin/env python3
"""Make the sample models that ship with Opscope, with inputs and expected outputs.

    make_samples.py [--out FOLDER] [NAME...]

Needs onnx and numpy. Weights are seeded; expected outputs come from the reference evaluator of ONNX, compared with ONNX Runtime
where that is installed. The build does not call this: its results are checked in.
"""

import argparse
import pathlib

import control_flow
import residual_cnn
import tiny_decoder
from sample_builder import write_sample

SAMPLES = {
    "residual-cnn": residual_cnn.build,
    "tiny-decoder": tiny_decoder.build,
    "control-flow": control_flow.build,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"default all: {', '.join(SAMPLES)}")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent)
    arguments = parser.parse_args()
    unknown = set(arguments.names) - SAMPLES.keys()
    if unknown:
        parser.error(f"no sample {', '.join(sorted(unknown))}; there are {', '.join(SAMPLES)}")
    for name in arguments.names or SAMPLES:
        model, feeds = SAMPLES[name]()
        write_sample(arguments.out, name, model, feeds)


if __name__ == "__main__":
    main()
