#pragma once

#include "app/cli/command.h"
#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "model/inference/analysis.h"
#include "model/model.h"

namespace cli {

/// Property that gives the cards of `draw` their colour (`--by`).
enum class DrawColour { Category, Type, Group, Parameters, Flops, Bytes, Time, Memory, Error };

/// Returns the value of `--by`. Default: Time with `--profile`, Error with `--errors`, otherwise
/// Category. Fails on an unknown name.
support::Result<DrawColour> chosenColour(const Arguments& arguments);
/// True if each node has a figure. Its card then needs a line for it.
bool isMeasure(DrawColour colour);

struct DrawnGraph {
    const model::Model& model;
    const model::Analysis* analysis = nullptr;
    const layout::GroupTree& groups;
};
/// Returns the colours. Reads the profile or the verification if they come from one; fails if that
/// is for another model or has no such figures. Not for Category.
support::Result<layout::Overlay> drawOverlay(
    const Invocation& invocation, DrawColour colour, const DrawnGraph& drawn);

} // namespace cli
