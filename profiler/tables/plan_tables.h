#pragma once

#include "engine/plan/engine.h"
#include "profiler/tables/profile_builder.h"

#include <span>
#include <string>

namespace profiler {

/// Adds steps, planned memory and the fate of every node to the profile. Steps of a second plan of
/// the same model follow those of the first; memory and fates are those of the first.
void addPlan(ProfileBuilder& builder, const engine::Plan& plan);

/// Fills Step::after: a step follows the steps whose nodes make the values that its own nodes read.
/// A node that is in several steps (a body that was copied) counts for the first one.
void addOrderByNodes(std::span<Step> steps, const model::Model& model);

/// Returns the scope for Step::scope.
std::string writtenScope(const model::Node& node);

/// Writes name, size, opsets, producer and number of nodes, and the SHA-256 of the file if it can
/// be read.
void describeModel(Metadata& metadata, const model::Model& model);

/// Writes the seed, the sizes of named dimensions and how each input got its value.
void describeInputs(Metadata& metadata, std::uint64_t seed, const engine::Inputs& inputs);

} // namespace profiler
