#pragma once

#include "model/model.h"
#include "profiler/tables/profile.h"

#include <memory>

namespace profiler {

/// Finds the nodes of a model that the steps of an imported profile execute. Profile::match has the
/// shares of time by rule. The first of these rules that applies decides:
///
/// 1. The step has the name of a node: exact.
/// 2. The step has the name of a value: derived. Its nodes are the producer of that value and the
///    producers before it, as long as each has a single reader, back to a node of the step's type
///    (a fused Conv + Relu is named after the output of Relu).
/// 3. The name consists of several names (`A + B`, `A || B`): derived, each of them.
/// 4. The name has a suffix or prefix of optimisers (`_nchwc`, `/duplicated`, `PWN(...)`): derived,
///    rules 1 and 2 for the name without it.
/// 5. It is the only step of its operator type, and the model has one node of that type: derived.
///
/// Steps that the other runtime inserted count separately. Other steps without a node are listed.
/// The time of a step with several nodes is never divided among them.
std::shared_ptr<const Profile> matchNodes(const Profile& profile, const model::Model& model);

/// Summary for people: `95.2 % of time attributed (20.3 % exact name, ...)`.
std::string matchText(const Profile& profile);

} // namespace profiler
