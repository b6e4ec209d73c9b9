#pragma once

#include "app/cli/command.h"
#include "layout/card/overlay.h"
#include "layout/group_tree.h"
#include "model/inference/analysis.h"
#include "model/model.h"

namespace cli {

/// What the cards of `draw` are coloured by (`--by`).
enum class DrawColour { Category, Type, Group, Parameters, Flops, Bytes, Time, Memory, Error };

/// Category unless said otherwise; Time with `--profile`, Error with `--errors`. Fails on a name it
/// does not know.
support::Result<DrawColour> chosenColour(const Arguments& arguments);
/// Each node has a figure, for which its card needs a line.
bool isMeasure(DrawColour colour);

struct DrawnGraph {
    const model::Model& model;
    const model::Analysis* analysis = nullptr;
    const layout::GroupTree& groups;
};
/// Reads the profile or the verification if the colours come from one; fails if it is of another
/// model or has no such figures. Not for Category.
support::Result<layout::Overlay> drawOverlay(
    const Invocation& invocation, DrawColour colour, const DrawnGraph& drawn);

} // namespace cli
