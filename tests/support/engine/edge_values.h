#pragma once

#include "tests/support/engine/kernel_bench.h"

#include <string>
#include <vector>

namespace testing {

/// A node on the edge values of its element types, and what it gives, computed by others
/// (tests/oracles/edge_values.py writes tests/data/edge_values.txt and explains it).
struct EdgeCase {
    struct Values {
        engine::ElementType element = engine::ElementType::Undefined;
        std::vector<std::byte> bytes;
    };

    std::string node; ///< as in node_text.h; N stands for rows, K for the elements of a row
    std::vector<Values> inputs;
    Values expected;
    double ulp = 0; ///< steps of the type that a result may be away
    double absolute = 0;
    bool ignoresSignOfZero = false;
    bool isRepeated = false; ///< a longer row is the row several times
    std::optional<Values> pad; ///< the one element that fills longer rows
    bool hasRows = false; ///< so has the output; what stands for the padding is not compared
};

/// All that the file has; none if it is not there. Throws std::invalid_argument with the line of a
/// mistake.
std::vector<EdgeCase> edgeCases();

struct EdgeOutcome {
    bool isTaken = false; ///< by a kernel, at some size
    std::string problem; ///< the first thing that is wrong; empty if nothing is
};

/// Runs a case at many sizes with the kernels of a tier (every instruction set of this machine,
/// one thread and two, operands known and not), or with those of a device.
EdgeOutcome outcomeOf(
    const EdgeCase& row, engine::Tier tier, const engine::DeviceMemory* device = nullptr);

} // namespace testing
