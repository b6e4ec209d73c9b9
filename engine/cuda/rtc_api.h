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
    support::Symbols symbols;
    int (*version)(int* major, int* minor) = symbols("nvrtcVersion");
    int (*supportedArchCount)(int* count) = symbols("nvrtcGetNumSupportedArchs");
    int (*supportedArchs)(int* archs) = symbols("nvrtcGetSupportedArchs"); ///< such as 75 and 80
    int (*create)(void** program, const char* source, const char* name, int headers,
        const char* const* texts, const char* const* names)
        = symbols("nvrtcCreateProgram");
    int (*compile)(void* program, int options, const char* const* texts)
        = symbols("nvrtcCompileProgram");
    int (*destroy)(void** program) = symbols("nvrtcDestroyProgram");
    int (*logBytes)(void* program, std::size_t* bytes) = symbols("nvrtcGetProgramLogSize");
    int (*log)(void* program, char* text) = symbols("nvrtcGetProgramLog");
    int (*cubinBytes)(void* program, std::size_t* bytes) = symbols("nvrtcGetCUBINSize");
    int (*cubin)(void* program, char* bytes) = symbols("nvrtcGetCUBIN");
    int (*ptxBytes)(void* program, std::size_t* bytes) = symbols("nvrtcGetPTXSize");
    int (*ptx)(void* program, char* bytes) = symbols("nvrtcGetPTX");

    std::string versionText; ///< `13.0`
    std::vector<int> archs; ///< that NVRTC makes code for, lowest first
};

/// Opens NVRTC as openLibrary() does. Then opens its builtins library from the same folder, because
/// NVRTC itself would look for that by name only. Fails if NVRTC or one of its functions is
/// missing.
support::Result<RtcApi> openRtc(
    const std::vector<std::filesystem::path>& folders, const Loader& loader);

struct LaunchApi {
    support::Symbols symbols;
    int (*loadLibrary)(void** library, const void* code, void* options, void** values,
        unsigned optionCount, void* libraryOptions, void** libraryValues, unsigned libraryCount)
        = symbols("cuLibraryLoadData");
    int (*unloadLibrary)(void* library) = symbols("cuLibraryUnload");
    int (*kernel)(void** kernel, void* library, const char* name) = symbols("cuLibraryGetKernel");
    int (*launch)(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
        unsigned blockY, unsigned blockZ, unsigned sharedBytes, void* stream, void** parameters,
        void** extra)
        = symbols("cuLaunchKernel");
};

/// Opens libcuda.so.1, which the backend has loaded before.
support::Result<LaunchApi> openLaunchApi(const Loader& loader);

} // namespace engine::cuda
