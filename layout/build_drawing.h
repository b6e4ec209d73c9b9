#pragma once

#include "layout/card/card.h"
#include "layout/drawing.h"
#include "layout/hierarchy.h"

#include <stop_token>

namespace layout {

struct DrawingOptions {
    CardOptions cards;
    Direction direction = Direction::Down;
    CutRule cut;
};

/// Boxes and edges of one level: a card per node, small boxes for graph inputs, outputs and
/// captured values; constants and initializers are rows of their readers. A node with subgraphs is
/// joined with what these read from `level.graph`. `analysis` may be null. Linear in the size of
/// the graph. Once stopped, what is there is incomplete.
Drawing buildDrawing(const model::Model& model, const model::Analysis* analysis, const Level& level,
    const DrawingOptions& options, const TextMeasurer& measurer, std::stop_token stop = {});

/// A value with the widths of its texts.
DrawnValue measuredValue(const model::Model& model, const model::Analysis* analysis,
    model::ValueId id, Direction direction, const TextMeasurer& measurer);

} // namespace layout
