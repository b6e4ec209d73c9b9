#pragma once

#include "engine/kernel/tensor.h"
#include "model/support/json.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

/// Printed summary of an output: its type and, for numbers, mean and range.
struct OutputSummary {
    std::string type; ///< `1×1000 fp32`, `sequence of 3`
    std::string element; ///< ONNX name of the element type; empty if not a tensor
    std::vector<std::int64_t> dims;
    std::uint64_t count = 0; ///< number of finite elements
    std::uint64_t notFinite = 0;
    double mean = 0;
    double min = 0;
    double max = 0;
};

OutputSummary summarise(const engine::RuntimeValue& value);
void writeSummary(support::JsonWriter& json, const std::string& name, const OutputSummary& summary);
std::string valueTypeText(const engine::RuntimeValue& value);

} // namespace cli
