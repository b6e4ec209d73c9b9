#pragma once

#include <string>

namespace engine {

/// Returns what is missing to multiply bfloat16 numbers natively: `the processor has neither
/// AVX512-BF16 nor AMX`; empty if nothing is. OPSCOPE_ISA and oneDNN's ONEDNN_MAX_CPU_ISA may
/// forbid the instructions.
std::string missingForBfloatProducts();

} // namespace engine
