#pragma once

#include "engine/run/executor.h"

namespace engine {

/// Runs a step with bodies: If, Loop, Scan, SequenceMap, FlexAttention or a generation of tokens.
/// `arena` is the memory of its bodies.
Result<void> runControlFlow(Executor& executor, const PlanStep& step, std::byte* arena);

/// Scan-8 (batched) and Scan-9 and later; in scan.cpp.
Result<void> runScan(Executor& executor, const PlanStep& step, std::byte* arena);

/// FlexAttention with modifier graphs; in flex_attention.cpp.
Result<void> runFlexAttention(Executor& executor, const PlanStep& step, std::byte* arena);

/// BeamSearch, GreedySearch and Sampling of com.microsoft; in generation.cpp.
Result<void> runGeneration(Executor& executor, const PlanStep& step, std::byte* arena);

/// Returns the type of one slice of a body's output, for loops without iterations: its element
/// type, and its sizes as far as they are known before the run, 0 otherwise.
TensorType sliceType(const Executor& executor, ProgramValueId id);
/// Stacks tensors of equal type along a new axis. `type` is the type of one slice; it is used if
/// there is no slice.
Result<Tensor> stackSlices(std::span<const RuntimeValue> slices, std::int64_t axis,
    const TensorType& type, MemoryPool& pool);

} // namespace engine
