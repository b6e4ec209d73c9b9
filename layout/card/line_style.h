#pragma once

#include "layout/scene/scene.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include <cstdint>
#include <string>

/// What a line says by its look and its label (ux.md 4.3), for SVG and canvas.
namespace layout {

enum class LineStyle : std::uint8_t {
    Plain,
    Dashed, ///< the shape is unknown
    Dotted, ///< the value is captured by a subgraph
};
LineStyle lineStyle(const model::Model& model, const model::Analysis* analysis, const Scene& scene,
    std::size_t line);

enum class LabelRule : std::uint8_t {
    Changes, ///< only where type or shape differ from the producer's first input
    All,
};
/// `mask`, at the producer `mask · 370 readers`; `… 985 more values` where it stands for others.
std::string chipText(const model::Model& model, const Scene& scene, const Chip& chip);

/// `1×64×56×56 fp32`; empty if the value gets no label.
std::string labelText(const model::Model& model, const model::Analysis* analysis,
    model::ValueId value, LabelRule rule);

}
