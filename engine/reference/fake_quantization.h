#pragma once

#include "engine/functors/fake_quantize.h"
#include "engine/program/op_node.h"

namespace engine {

/// Returns the rounding of `rounding_mode`, in upper or lower case. Unknown modes round to even.
functors::Rounding roundingOf(const OpNode& node, std::string_view fallback);

/// Return the functors of Quant and Trunc with the node's attributes.
functors::FakeQuantize fakeQuantize(const OpNode& node);
functors::TruncateBits truncateBits(const OpNode& node);

} // namespace engine
