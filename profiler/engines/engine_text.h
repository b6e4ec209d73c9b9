#pragma once

#include "model/support/text.h"
#include "profiler/tables/profile.h"

#include <string>

namespace profiler {

/// True for a profile that an engine of another maker ran.
bool isOfOtherEngine(const Metadata& metadata);
/// Returns `ONNX Runtime`, or `Opscope`. An engine that is not known is named as in the profile.
std::string engineTitle(const Metadata& metadata);
/// Returns `ONNX Runtime 1.32.0`; empty for Opscope's own engine.
std::string engineText(const Metadata& metadata);
/// True if a node that no step does the work of was removed. Not known if the engine is another one
/// and some of its operators were led to no node.
bool isRemovalKnown(const Profile& profile);
/// Returns the engine's settings: `level all, mode sequential`; empty for Opscope's own engine.
std::string engineSettingsText(const Metadata& metadata);
/// Returns how operators were attributed to nodes, by share of their time: `97 % proven: values
/// 96 %, name 3 %, added by the engine 1 %`; empty if the profile does not contain it.
support::Sentence attributionText(const Metadata& metadata);

} // namespace profiler
