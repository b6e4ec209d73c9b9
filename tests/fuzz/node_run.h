#pragma once

#include "tests/fuzz/node_generator.h"

#include <string>
#include <vector>

namespace fuzz {

enum class Outcome { Unreadable, Refused, Unsupported, Failed, Ran };

struct NodeRun {
    Outcome outcome = Outcome::Unreadable;
    bool hasFinding = false; ///< the checker or inference says that something is wrong
    std::vector<std::string> failures; ///< what Opscope did wrong
};

/// Reads, checks, plans and runs a case with 64 MiB of memory. It is a failure if a defect has no
/// finding, a refusal no message, or if inference contradicts what the kernel gives.
NodeRun runNode(const NodeCase& made);

} // namespace fuzz
