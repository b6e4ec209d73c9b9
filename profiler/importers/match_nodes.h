#pragma once

#include "model/model.h"
#include "profiler/tables/profile.h"

#include <memory>

namespace profiler {

/// Leads the steps of a foreign profile to the nodes of a model, and says how much of the time it
/// found and by which rule. In this order:
///
/// 1. the step has the name of a node: exact;
/// 2. it has the name of a value, perhaps with a suffix of an optimiser: derived. It is then made
/// by
///    the node of that value and by the single-reader producers before it, back to one of the
///    step's operator type (Conv + Relu fused is named after Relu's output);
/// 3. a suffix or prefix that optimisers add (`_nchwc`, `/duplicated`, `PWN(...)`) is taken off;
/// 4. several names in one (`A + B`, `A || B`): each of them;
/// 5. it is the only step of its operator type, and the model has one node of it: derived.
///
/// What the other runtime put in itself is counted apart; the rest is listed. A step of several
/// nodes keeps its whole time: it is never divided.
std::shared_ptr<const Profile> matchNodes(const Profile& profile, const model::Model& model);

/// `95.2 % of time attributed (20.3 exact, ...)`.
std::string matchText(const Profile& profile);

} // namespace profiler
