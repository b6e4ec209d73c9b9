#pragma once

#include "layout/card/overlay.h"
#include "model/edit/document.h"
#include "model/model.h"

#include <memory>
#include <span>

namespace profiler {
struct Profile;
}

namespace ui {

struct Verification;

/// The badge text of nodes that a GPU run left to the CPU.
std::string fallbackWord();

/// Makes the badges in the headers of cards: from the problems of the model, from what a run did
/// with its nodes (fused, folded, removed, CPU or GPU), from the first nodes that differ from the
/// reference, and from edits that are not saved. `profile` and `verification` may be null.
std::shared_ptr<const layout::Badges> makeBadges(const model::Model& model,
    const support::Diagnostics& problems, const profiler::Profile* profile,
    const Verification* verification = nullptr,
    std::span<const model::edit::ChangedNode> changed = {});

} // namespace ui
