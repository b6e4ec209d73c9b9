#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// All kernels, copies or sets of one step in one run that have the same name and launch geometry
/// (kernels) or the same size and flags (copies, sets).
struct StepKernel {
    std::uint32_t step = Slices::none; ///< engine::StepId value; none: work of no step
    std::uint32_t slice = 0; ///< the first one of them
    std::uint32_t calls = 0; ///< how many there are in this run
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
    DeviceWork work = DeviceWork::Kernel;
};

/// Sorted by step, then longest sum first; work of no step comes last. `run` is an index into
/// Profile::runs.
std::vector<StepKernel> kernelsOfRun(const Profile& profile, std::uint32_t run);
/// The rows of one step; `rows` comes from kernelsOfRun().
std::span<const StepKernel> kernelsOfStep(std::span<const StepKernel> rows, engine::StepId step);

/// A short form of a kernel's name, without return type, namespaces, parameters and long template
/// arguments. `void cutlass::Kernel2<cutlass_80_tensorop>(Params)` becomes
/// `Kernel2<cutlass_80_tensorop>`; with arguments of more than 60 characters, `Kernel2`. A kernel
/// of engine/cuda is shown by its functor: `void engine::cuda::runBlocks<256,
/// ...TiledProduct<...>>(...)` becomes `TiledProduct`.
std::string shortKernelName(std::string_view name);

} // namespace profiler
