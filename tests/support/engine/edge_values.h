#pragma once

#include "tests/support/engine/kernel_bench.h"

#include <string>
#include <vector>

namespace testing {

/// A node applied to the edge values of its element types, and the expected result from other
/// software (tests/oracles/edge_values.py writes and describes tests/data/edge_values.txt).
struct EdgeCase {
    struct Values {
        engine::ElementType element = engine::ElementType::Undefined;
        std::vector<std::byte> bytes;
    };

    std::string node; ///< as in node_text.h; N is the number of rows, K that of elements per row
    std::vector<Values> inputs;
    Values expected;
    double ulp = 0; ///< tolerance in units in the last place
    double absolute = 0;
    bool ignoresSignOfZero = false;
    bool isRepeated = false; ///< a longer row repeats the row
    std::optional<Values> pad; ///< element that fills longer rows
    bool hasRows = false; ///< the output has rows too; results of padding are not compared
};

/// All cases of the file; empty if it does not exist. Throws std::invalid_argument with the line of
/// a mistake.
std::vector<EdgeCase> edgeCases();

struct EdgeOutcome {
    bool isTaken = false; ///< a kernel took the case at one size at least
    std::string problem; ///< the first error; empty if there is none
};

/// Runs a case at many sizes with the kernels of a tier (every instruction set of this machine, one
/// thread and two, operands known at preparation and not), or with the kernels of a device.
EdgeOutcome outcomeOf(
    const EdgeCase& row, engine::Tier tier, const engine::DeviceMemory* device = nullptr);

} // namespace testing
