#pragma once

#include "model/inference/analysis.h"

#include <QString>

#include <vector>

namespace ui {

/// `X`: the name of an input in the operator's schema, else `input 2`.
QString inputName(const model::Model& model, model::NodeId node, std::size_t input);

/// Number of inputs that can be connected: those the node has, and one more if it may have that.
std::size_t inputSlots(const model::Model& model, model::NodeId node);

struct Producers {
    std::vector<model::ValueId> values; ///< in the order of the graphs, inner graph first
    std::size_t otherTypes = 0; ///< values with another element type
};
/// The values that an input of a node can read: visible to it, independent of it, and of the
/// element type that it reads now, if that is known.
Producers producersFor(const model::Model& model, const model::Analysis* analysis,
    model::NodeId node, std::size_t input);

/// `/stem/conv/Conv_output_0  1×32×48×48 fp32  from Conv`
QString producerText(
    const model::Model& model, const model::Analysis* analysis, model::ValueId value);

} // namespace ui
