#pragma once

#include "engine/cuda/libraries.h"
#include "model/support/result.h"

#include <cstddef>
#include <string>
#include <vector>

/// The functions of NVRTC and of the driver that compiled chains need, with the signatures of these
/// libraries. Tests fill the tables with their own functions. Handles are pointers, results are
/// int.
namespace engine::cuda {

struct RtcApi {
    int (*version)(int* major, int* minor) = nullptr;
    int (*supportedArchCount)(int* count) = nullptr;
    int (*supportedArchs)(int* archs) = nullptr; ///< such as 75 and 80
    int (*create)(void** program, const char* source, const char* name, int headers,
        const char* const* texts, const char* const* names)
        = nullptr;
    int (*compile)(void* program, int options, const char* const* texts) = nullptr;
    int (*destroy)(void** program) = nullptr;
    int (*logBytes)(void* program, std::size_t* bytes) = nullptr;
    int (*log)(void* program, char* text) = nullptr;
    int (*cubinBytes)(void* program, std::size_t* bytes) = nullptr;
    int (*cubin)(void* program, char* bytes) = nullptr;
    int (*ptxBytes)(void* program, std::size_t* bytes) = nullptr;
    int (*ptx)(void* program, char* bytes) = nullptr;

    std::string versionText; ///< `13.0`
    std::vector<int> archs; ///< that NVRTC makes code for, lowest first
};

/// Opens NVRTC as openLibrary() does. Then opens its builtins library from the same folder, because
/// NVRTC itself would look for that by name only. Fails if NVRTC or one of its functions is
/// missing.
support::Result<RtcApi> openRtc(
    const std::vector<std::filesystem::path>& folders, const Loader& loader);

struct LaunchApi {
    int (*loadLibrary)(void** library, const void* code, void* options, void** values,
        unsigned optionCount, void* libraryOptions, void** libraryValues, unsigned libraryCount)
        = nullptr;
    int (*unloadLibrary)(void* library) = nullptr;
    int (*kernel)(void** kernel, void* library, const char* name) = nullptr;
    int (*launch)(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
        unsigned blockY, unsigned blockZ, unsigned sharedBytes, void* stream, void** parameters,
        void** extra)
        = nullptr;
};

/// Opens libcuda.so.1, which the backend has loaded before.
support::Result<LaunchApi> openLaunchApi(const Loader& loader);

} // namespace engine::cuda
