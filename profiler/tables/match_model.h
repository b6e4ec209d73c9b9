#pragma once

#include "profiler/tables/profile.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace profiler {

/// What a model calls its parts; positions are its ids.
struct ModelNames {
    std::string sha256; ///< of the model file; empty if unknown
    std::vector<std::string> nodes; ///< labels (model::nodeLabels)
    std::vector<std::string> values;
};

/// A profile led to the nodes of a model at hand. A profile of the very same file keeps its ids;
/// any other is led by names that are unique in the model, and what has none there loses its node:
/// an id of another model would point to a wrong one.
struct ModelMatch {
    std::shared_ptr<const Profile> profile;
    bool isSameFile = false;
    double share = 0; ///< of step time whose node was found, 0..1
};
ModelMatch matchToModel(std::shared_ptr<const Profile> profile, const ModelNames& names);

} // namespace profiler
