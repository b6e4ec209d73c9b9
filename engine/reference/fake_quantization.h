#pragma once

#include "engine/functors/fake_quantize.h"
#include "engine/program/op_node.h"

namespace engine {

/// `rounding_mode` in either spelling that is in use; what is not known rounds to even.
functors::Rounding roundingOf(const OpNode& node, std::string_view fallback);

/// Quant and Trunc as their attributes say.
functors::FakeQuantize fakeQuantize(const OpNode& node);
functors::TruncateBits truncateBits(const OpNode& node);

} // namespace engine
