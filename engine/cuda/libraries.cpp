#include "engine/cuda/libraries.h"

#include "engine/cuda/failures.h"

#include <dlfcn.h>

#include <algorithm>

namespace engine::cuda {

namespace fs = std::filesystem;

namespace {

constexpr std::array rows {
    LibraryRow { "cuBLASLt 13", "libcublasLt.so.13", "matrix products", "run with our own kernels",
        "nvidia-cublas", "cu13" },
    LibraryRow { "cuDNN 9", "libcudnn.so.9", "convolutions and attention",
        "run with our own kernels", "nvidia-cudnn-cu13", "cudnn" },
    LibraryRow { "NVRTC 13", "libnvrtc.so.13", "fused elementwise chains", "run one by one",
        "nvidia-cuda-nvrtc", "cu13" },
    LibraryRow { "CUPTI 13", "libcupti.so.13", "kernel times", "come from waiting for the GPU",
        "nvidia-cuda-cupti", "cu13" },
    LibraryRow { "NVML", "libnvidia-ml.so.1", "clocks, power and temperature", "are not shown",
        "the NVIDIA driver", "" },
};

constexpr std::array toolkitFolders {
    "/usr/local/cuda-13/lib64",
    "/usr/local/cuda/lib64",
    "/usr/local/cuda/extras/CUPTI/lib64",
};

std::string dotted(std::uint64_t version, std::uint64_t major, std::uint64_t minor)
{
    return std::to_string(version / major) + "." + std::to_string(version % major / minor) + "."
        + std::to_string(version % minor);
}

/// Asks the library for its version; empty if it cannot report one.
std::string versionOf(const LibraryRow& row, void* handle, const Loader& loader)
{
    const std::string_view file = row.file;
    if (file.starts_with("libcublasLt")) {
        if (auto* const get
            = reinterpret_cast<std::size_t (*)()>(loader.symbol(handle, "cublasLtGetVersion")))
            return dotted(get(), 10'000, 100);
    } else if (file.starts_with("libcudnn")) {
        if (auto* const get
            = reinterpret_cast<std::size_t (*)()>(loader.symbol(handle, "cudnnGetVersion")))
            return dotted(get(), 10'000, 100);
    } else if (file.starts_with("libnvrtc")) {
        int major = 0;
        int minor = 0;
        auto* const get
            = reinterpret_cast<int (*)(int*, int*)>(loader.symbol(handle, "nvrtcVersion"));
        if (get != nullptr && get(&major, &minor) == 0)
            return std::to_string(major) + "." + std::to_string(minor);
    } else if (file.starts_with("libcupti")) {
        std::uint32_t version = 0;
        auto* const get
            = reinterpret_cast<int (*)(std::uint32_t*)>(loader.symbol(handle, "cuptiGetVersion"));
        if (get != nullptr && get(&version) == 0)
            return std::to_string(version);
    }
    return {};
}

std::string_view wantedMajor(const LibraryRow& row)
{
    const std::string_view file = row.file;
    return file.substr(file.rfind('.') + 1);
}

} // namespace

std::span<const LibraryRow> libraryRows() { return rows; }

const LibraryRow& libraryRow(std::string_view file)
{
    const auto row = std::ranges::find(
        rows, file, [](const LibraryRow& each) { return std::string_view(each.file); });
    return row != rows.end() ? *row : rows.front();
}

Loader systemLoader()
{
    Loader loader;
    loader.open
        = [](const std::string& path) { return ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); };
    loader.error = [] {
        const char* why = ::dlerror();
        return std::string(why != nullptr ? why : "");
    };
    loader.symbol = [](void* library, const char* name) { return ::dlsym(library, name); };
    loader.path = [](void* library) {
        char folder[4096] = {};
        return ::dlinfo(library, RTLD_DI_ORIGIN, folder) == 0 ? std::string(folder) : std::string();
    };
    return loader;
}

std::vector<std::string> candidates(const LibraryRow& row, const std::vector<fs::path>& folders)
{
    std::vector<std::string> paths;
    for (const auto& folder : folders) {
        paths.push_back((folder / row.file).string());
        if (*row.folder != '\0')
            paths.push_back((folder / "nvidia" / row.folder / "lib" / row.file).string());
    }
    paths.emplace_back(row.file);
    for (const char* folder : toolkitFolders)
        paths.push_back((fs::path(folder) / row.file).string());
    return paths;
}

OpenLibrary openLibrary(
    const LibraryRow& row, const std::vector<fs::path>& folders, const Loader& loader)
{
    OpenLibrary found;
    found.state.name = row.name;
    found.state.file = row.file;
    found.state.purpose = row.purpose;
    for (const auto& path : candidates(row, folders)) {
        found.handle = loader.open(path);
        if (found.handle == nullptr)
            continue;
        const auto folder = loader.path(found.handle);
        found.state.path = path.find('/') != std::string::npos || folder.empty()
            ? path
            : (fs::path(folder) / path).string();
        break;
    }
    if (found.handle == nullptr) {
        found.state.reason
            = missingLibrary({ row.name, row.purpose, row.instead, {}, row.package }).message;
        return found;
    }
    found.state.version = versionOf(row, found.handle, loader);
    const auto major = wantedMajor(row);
    const bool isOther = found.state.version.find('.') != std::string::npos
        && !found.state.version.starts_with(std::string(major) + ".");
    if (isOther) {
        found.state.reason = missingLibrary(
            { row.name, row.purpose, row.instead, found.state.version, row.package })
                                 .message;
        found.handle = nullptr;
    }
    return found;
}

std::vector<DeviceLibrary> allLibraries(const DevicePaths& paths, const Loader& loader)
{
    std::vector<DeviceLibrary> libraries;
    for (const auto& row : rows)
        libraries.push_back(openLibrary(row, paths.folders, loader).state);
    return libraries;
}

} // namespace engine::cuda
