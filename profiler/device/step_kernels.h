#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What a device did for the steps of one run: its kernels, copies and sets, those of one name and
/// one launch geometry of a step together.
struct StepKernel {
    std::uint32_t step = Slices::none; ///< engine::StepId value; none: no step asked for it
    std::uint32_t slice = 0; ///< the first of them
    std::uint32_t calls = 0; ///< in this run
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
    DeviceWork work = DeviceWork::Kernel;
};

/// By step, longest sum first; what no step asked for last. `run` is an index into Profile::runs.
std::vector<StepKernel> kernelsOfRun(const Profile& profile, std::uint32_t run);
/// Those of one step.
std::span<const StepKernel> kernelsOfStep(std::span<const StepKernel> rows, engine::StepId step);

/// The part of a kernel's name that tells it from others: without return type, namespaces, template
/// arguments and parameters. `void cutlass::Kernel2<cutlass_80_tensorop>(Params)` becomes
/// `Kernel2<cutlass_80_tensorop>` if the arguments are short, else `Kernel2`. Of our own kernels it
/// is the functor: `TiledProduct` of `void engine::cuda::runBlocks<256,
/// ...TiledProduct<...>>(...)`.
std::string shortKernelName(std::string_view name);

} // namespace profiler
