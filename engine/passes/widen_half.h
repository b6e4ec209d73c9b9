#pragma once

#include "engine/kernel/memory.h"
#include "engine/plan/run_request.h"
#include "engine/program/program.h"

#include <span>
#include <unordered_set>

namespace engine {

inline bool isHalf(ElementType element)
{
    return element == ElementType::Float16 || element == ElementType::Bfloat16;
}

struct WidenedHalf {
    std::unordered_set<ProgramValueId> bfloats; ///< bfloat16 in the model, fp32 now
};

/// Whether operators on fp16 and bfloat16 compute in fp32 in this run: on the CPU with all passes.
bool widensHalf(const RunRequest& request);

/// Makes operators on fp16 and bfloat16 compute in fp32, if the run does so (widensHalf):
///
///     x ──► Conv ──► Relu ──► y        x ──► Cast ══► Conv ══► Relu ══► Cast ──► y
///                                                fp32 (═) between the operators
///
/// Values stay fp32 between operators. Weights are converted here, once. A number is rounded to
/// its half type where the model has
///
/// - an output of the model, or a value that enters or leaves a body of If, Loop, Scan …,
/// - a Cast to a half type,
/// - an operator that makes a step of a rounding error: one with an output that is no float
///   (comparisons, Cast to integers, ArgMax, TopK, QuantizeLinear), Floor, Ceil, Round, Sign, Mod,
/// - an operator without a form for fp32, one of a plug-in, and a Gather of a weight, which would
///   take twice the memory. They compute in half.
///
/// `inputs` are the types of the main block's inputs. It is not a Patch, because operators stay the
/// same. Fails if there is no memory for the weights.
Result<WidenedHalf> widenHalf(Program& program, std::span<const model::ValueType> inputs,
    const RunRequest& request, MemoryPool& pool);

} // namespace engine
