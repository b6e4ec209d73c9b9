#include "engine/cuda/device_libraries.h"

#include "engine/cuda/cublaslt/library.h"
#include "engine/cuda/cudnn/library.h"
#include "engine/cuda/failures.h"

#include <string_view>

namespace engine::cuda {

namespace {

constexpr std::chrono::seconds tuneTimePerPlan { 3 };

}

DeviceLibraries::DeviceLibraries(Loader loader, DevicePaths paths, std::string deviceClass,
    std::string driver, std::filesystem::path tuneFolder)
    : m_loader(std::move(loader))
    , m_paths(std::move(paths))
    , m_driver(std::move(driver))
    , m_tuneCache(
          tuneFolder.empty() ? std::filesystem::path() : tuneFolder / (deviceClass + ".json"))
    , m_tuneBudget(tuneTimePerPlan)
{
}

DeviceLibraries::~DeviceLibraries() = default;

template <typename T>
Result<T*> DeviceLibraries::get(Slot<T>& slot, std::string_view file)
{
    if (slot.library != nullptr)
        return slot.library.get();
    if (!slot.error) {
        auto opened = T::open(m_paths, m_loader);
        if (opened) {
            slot.library = std::move(*opened);
            return slot.library.get();
        }
        slot.error = std::move(opened).error();
        m_notices.push_back(
            slot.error->message() + " (" + howToInstall(libraryRow(file).package) + ")");
    }
    return *slot.error;
}

Result<cublaslt::Library*> DeviceLibraries::cublasLt()
{
    return get(m_cublasLt, "libcublasLt.so.13");
}
Result<cudnn::Library*> DeviceLibraries::cudnn() { return get(m_cudnn, "libcudnn.so.9"); }

void DeviceLibraries::spendTuneBudget(std::chrono::nanoseconds time)
{
    m_tuneBudget = time < m_tuneBudget ? m_tuneBudget - time : std::chrono::nanoseconds(0);
}

void DeviceLibraries::beginPlan() { m_tuneBudget = tuneTimePerPlan; }

} // namespace engine::cuda
