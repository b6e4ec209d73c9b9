#pragma once

#include "profiler/tables/profile.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace profiler {

/// Names of the nodes and values of a model. Positions are the model's ids.
struct ModelNames {
    std::string sha256; ///< of the model file; empty if unknown
    std::vector<std::string> nodes; ///< labels (model::nodeLabels)
    std::vector<std::string> values;
};

/// A profile whose node and value ids refer to an opened model. If the profile was taken from the
/// very same file, it keeps the ids that the model has. Otherwise ids are found by names that are
/// unique in the model. What has no such name gets an invalid id, because an id of another model
/// would point to a wrong node.
struct ModelMatch {
    std::shared_ptr<const Profile> profile;
    bool isSameFile = false;
    double share = 0; ///< share of the time of outermost steps whose node was found, 0..1
};
ModelMatch matchToModel(std::shared_ptr<const Profile> profile, const ModelNames& names);

} // namespace profiler
