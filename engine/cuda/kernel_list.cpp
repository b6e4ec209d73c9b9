#include "engine/cuda/kernel_list.h"

namespace engine::cuda {

namespace {

std::vector<KernelEntry>& entries()
{
    static std::vector<KernelEntry> list;
    return list;
}

} // namespace

std::span<const KernelEntry> kernelList() { return entries(); }

RegisterKernels::RegisterKernels(std::initializer_list<const char*> types, PrepareKernel prepare,
    std::uint32_t hostInputs, Tier tier, std::string domain)
{
    for (const char* type : types)
        entries().push_back({ type, domain, DeviceKind::Cuda, tier, prepare, hostInputs });
}

} // namespace engine::cuda
