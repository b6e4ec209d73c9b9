#pragma once

#include "layout/overlay.h"
#include "model/model.h"

#include <memory>

namespace profiler {
struct Profile;
}

namespace ui {

/// The words in the headers of cards: from what is wrong with the model and from what became of
/// nodes in a run. `profile` may be null.
std::shared_ptr<const layout::Badges> makeBadges(const model::Model& model,
    const support::Diagnostics& problems, const profiler::Profile* profile);

} // namespace ui
