#pragma once

#include "engine/run/executor.h"

namespace engine {

/// Runs an If, Loop, Scan, SequenceMap or FlexAttention step or one that generates tokens; `arena`
/// is the place of its bodies.
Result<void> runControlFlow(Executor& executor, const PlanStep& step, std::byte* arena);

/// Scan-8 (batched) and Scan-9 and later; in scan.cpp.
Result<void> runScan(Executor& executor, const PlanStep& step, std::byte* arena);

/// FlexAttention with modifier graphs; in flex_attention.cpp.
Result<void> runFlexAttention(Executor& executor, const PlanStep& step, std::byte* arena);

/// BeamSearch, GreedySearch and Sampling of com.microsoft; in generation.cpp.
Result<void> runGeneration(Executor& executor, const PlanStep& step, std::byte* arena);

/// What a body's output is without a turn to tell: its element type and sizes as far as they are
/// known beforehand, 0 otherwise.
TensorType sliceType(const Executor& executor, ProgramValueId id);
/// Tensors of equal type laid behind each other along a new axis; `type` is of one slice and says
/// what none gives.
Result<Tensor> stackSlices(std::span<const RuntimeValue> slices, std::int64_t axis,
    const TensorType& type, MemoryPool& pool);

} // namespace engine
