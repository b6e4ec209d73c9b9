#pragma once

#include "model/model.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ui {

/// The ids that the nodes, values and graphs of a model have after an edit. A node keeps its
/// identity if it is renamed, moved, or calls another operator. Linear in both models, and exact as
/// long as an edit changes neighbouring nodes.
struct EditedIds {
    using Ids = std::vector<std::optional<std::uint32_t>>;
    Ids nodes; ///< by id of the model before; nothing: it was removed
    Ids values;
    Ids graphs;

    /// The ids that these values have now, without the removed ones.
    std::vector<model::ValueId> valuesNow(const std::vector<model::ValueId>& before) const;

    static EditedIds between(const model::Model& before, const model::Model& after);
};

} // namespace ui
