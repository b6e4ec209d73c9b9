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

/// Makes the boxes and edges of one level: a card per node, and small boxes for graph inputs,
/// outputs and captured values. Constants and initializers are rows of their readers. A node with
/// subgraphs gets edges for the values of `level.graph` that its subgraphs read. `analysis` may be
/// null. Linear in the size of the graph. After a stop request the result is incomplete.
Drawing buildDrawing(const model::Model& model, const model::Analysis* analysis, const Level& level,
    const DrawingOptions& options, const TextMeasurer& measurer, std::stop_token stop = {});

/// Returns a value with the measured widths of its texts.
DrawnValue measuredValue(const model::Model& model, const model::Analysis* analysis,
    model::ValueId id, Direction direction, const TextMeasurer& measurer);

} // namespace layout
