#pragma once

#include "model/model.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <memory>
#include <string>

namespace testing {

/// What an engine of the test does with a model.
struct TestEngine {
    std::string word;
    double convFactor = 1; ///< time of a Conv relative to 100 µs
    bool fuses = false; ///< Conv and the next node in one step
    std::int64_t reorderNs = 0; ///< an operator of its own, in each run
};

/// A profile of 20 recorded runs, one per round, with one step for each node or pair of nodes, and
/// 50 µs in no operator. Times vary by less than 1 %.
std::shared_ptr<const profiler::Profile> profileOf(
    const model::Model& model, const TestEngine& engine);

} // namespace testing
