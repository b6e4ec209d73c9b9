#pragma once

#include "layout/scene/scene.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include <cstdint>
#include <string>

/// Style and label of lines, for SVG and canvas.
namespace layout {

enum class LineStyle : std::uint8_t {
    Plain,
    Dashed, ///< the shape is unknown
    Dotted, ///< a subgraph captures the value
};
LineStyle lineStyle(const model::Model& model, const model::Analysis* analysis, const Scene& scene,
    std::size_t line);

enum class LabelRule : std::uint8_t {
    Changes, ///< only where type or shape differ from the first input of the producer
    All,
};
/// Returns `mask`, at the producer `mask · 370 readers`; `… 985 more values` for a chip of several
/// values.
std::string chipText(const model::Model& model, const Scene& scene, const Chip& chip);

/// Returns `1×64×56×56 fp32`; empty if the value gets no label.
std::string labelText(const model::Model& model, const model::Analysis* analysis,
    model::ValueId value, LabelRule rule);

}
