#pragma once

#include "engine/plan/plan.h"
#include "profiler/tables/profile_builder.h"

namespace profiler {

/// Adds steps, planned memory and the fate of every node to the profile. The builder must not have
/// steps yet.
void addPlan(ProfileBuilder& builder, const engine::Plan& plan);

/// Writes name, size, opsets, producer and number of nodes, and the SHA-256 of the file if it can
/// be read.
void describeModel(Metadata& metadata, const model::Model& model);

} // namespace profiler
