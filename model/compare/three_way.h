#pragma once

#include "model/model.h"

#include <stop_token>
#include <string>
#include <vector>

namespace model {

/// A part of a model that was changed by one or both of two later versions of it.
struct ThreeWayChange {
    std::string part; ///< `Conv "stem"`, `input x`, `weight w`
    std::string theirs; ///< what the one version changed: `removed`; empty: nothing
    std::string ours; ///< the same of the other version
    bool isConflict = false; ///< both changed it, and not alike
};

/// Compares two models with the one that both were made from. Finds what compareStructure() finds
/// between each of them and `base`, and also which values nodes read, names of values, and the
/// elements of weights of the main graph. Conflicts come first, then the order of `base`. Weights
/// that lie in the same bytes are not read. After a stop request the result is incomplete and must
/// be discarded.
std::vector<ThreeWayChange> compareThreeWays(
    const Model& base, const Model& theirs, const Model& ours, const std::stop_token& stop = {});

} // namespace model
