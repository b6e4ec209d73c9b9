#pragma once

#include "layout/card/overlay.h"
#include "model/model.h"

#include <memory>

namespace profiler {
struct Profile;
}

namespace ui {

struct Verification;

/// The word on cards of what a GPU left to the CPU.
std::string fallbackWord();

/// The words in the headers of cards: from what is wrong with the model, from what became of nodes
/// in a run and from where its values leave those expected. `profile` and `verification` may be
/// null.
std::shared_ptr<const layout::Badges> makeBadges(const model::Model& model,
    const support::Diagnostics& problems, const profiler::Profile* profile,
    const Verification* verification = nullptr);

} // namespace ui
