#pragma once

#include "engine/plan/plan.h"
#include "profiler/tables/profile_builder.h"

namespace profiler {

/// Adds steps, planned memory and the fate of every node to the profile. Steps of a second plan of
/// the same model follow those of the first; memory and fates are those of the first.
void addPlan(ProfileBuilder& builder, const engine::Plan& plan);

/// Writes name, size, opsets, producer and number of nodes, and the SHA-256 of the file if it can
/// be read.
void describeModel(Metadata& metadata, const model::Model& model);

} // namespace profiler
