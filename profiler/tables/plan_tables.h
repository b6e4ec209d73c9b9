#pragma once

#include "engine/plan/plan.h"
#include "profiler/tables/profile_builder.h"

namespace profiler {

/// Steps, planned memory and the fate of every node as tables of a profile. The builder must not
/// have steps yet.
void addPlan(ProfileBuilder& builder, const engine::Plan& plan);

/// Name, size, opsets, producer, number of nodes; the hash of the file if it can be read.
void describeModel(Metadata& metadata, const model::Model& model);

} // namespace profiler
