#!/usr/bin/env python3
"""Prints the delays of the event loop in a log of tests/soak, with the stacks of the window's thread while they lasted, and the
stack of a crash.

    tests/soak/delays.py LOG [FRAMES]

Needs addr2line (package binutils)."""

import re
import subprocess
import sys


def frame_text(frame):
    library, _, offset = frame.rpartition("+")
    # The address is that after the call.
    answer = subprocess.run(["addr2line", "-Cfpe", library, hex(int(offset, 16) - 1)], capture_output=True, text=True)
    return f"[{library.split('/')[-1]}] {answer.stdout.strip()[:150]}"


def print_stacks(stacks, most):
    for head, *frames in stacks:
        print(f"  {head}")
        for frame in frames[:most]:
            print(f"    {frame_text(frame)}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    stacks = []
    with open(sys.argv[1], errors="replace") as log:
        for line in log:
            if "stack of the window's thread" in line or line.startswith("CRASH"):
                stacks.append([line.strip()])
            elif line.startswith("  at ") and stacks:
                stacks[-1].append(line[5:].strip())
            elif re.search(r" (DELAY|delay) of ", line):
                if "DELAY" in line:
                    print(line.strip())
                    print_stacks(stacks, most)
                stacks = []
    print_stacks([each for each in stacks if each[0] == "CRASH"], 3 * most)


if __name__ == "__main__":
    main()
