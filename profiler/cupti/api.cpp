#include "profiler/cupti/api.h"

#include <algorithm>

namespace profiler::cupti {

namespace {

struct ResultName {
    int code;
    const char* name;
};
constexpr std::array resultNames {
    ResultName { 0, "SUCCESS" },
    ResultName { 1, "ERROR_INVALID_PARAMETER" },
    ResultName { 2, "ERROR_INVALID_DEVICE" },
    ResultName { 3, "ERROR_INVALID_CONTEXT" },
    ResultName { 7, "ERROR_INVALID_OPERATION" },
    ResultName { 8, "ERROR_OUT_OF_MEMORY" },
    ResultName { 9, "ERROR_HARDWARE" },
    ResultName { 10, "ERROR_PARAMETER_SIZE_NOT_SUFFICIENT" },
    ResultName { 11, "ERROR_API_NOT_IMPLEMENTED" },
    ResultName { 12, "ERROR_MAX_LIMIT_REACHED" },
    ResultName { 13, "ERROR_NOT_READY" },
    ResultName { 14, "ERROR_NOT_COMPATIBLE" },
    ResultName { 15, "ERROR_NOT_INITIALIZED" },
    ResultName { 17, "ERROR_INVALID_METRIC_NAME" },
    ResultName { 18, "ERROR_QUEUE_EMPTY" },
    ResultName { 19, "ERROR_INVALID_HANDLE" },
    ResultName { 20, "ERROR_INVALID_STREAM" },
    ResultName { 21, "ERROR_INVALID_KIND" },
    ResultName { 23, "ERROR_DISABLED" },
    ResultName { 24, "ERROR_INVALID_MODULE" },
    ResultName { 26, "ERROR_HARDWARE_BUSY" },
    ResultName { 27, "ERROR_NOT_SUPPORTED" },
    ResultName { 32, "ERROR_CDP_TRACING_NOT_SUPPORTED" },
    ResultName { 33, "ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED" },
    ResultName { 34, "ERROR_CUDA_COMPILER_NOT_COMPATIBLE" },
    ResultName { 35, "ERROR_INSUFFICIENT_PRIVILEGES" },
    ResultName { 36, "ERROR_OLD_PROFILER_API_INITIALIZED" },
    ResultName { 38, "ERROR_LEGACY_PROFILER_NOT_SUPPORTED" },
    ResultName { 39, "ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED" },
    ResultName { 40, "ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES" },
    ResultName { 41, "ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED" },
    ResultName { 42, "ERROR_CMP_DEVICE_NOT_SUPPORTED" },
    ResultName { 43, "ERROR_MIG_DEVICE_NOT_SUPPORTED" },
    ResultName { 44, "ERROR_SLI_DEVICE_NOT_SUPPORTED" },
    ResultName { 45, "ERROR_WSL_DEVICE_NOT_SUPPORTED" },
    ResultName { 46, "ERROR_INVALID_CHIP_NAME" },
    ResultName { 999, "ERROR_UNKNOWN" },
};

} // namespace

std::string resultName(int code)
{
    const auto row = std::ranges::find(resultNames, code, &ResultName::code);
    const auto number = "(" + std::to_string(code) + ")";
    return row != resultNames.end() ? "CUPTI_" + std::string(row->name) + " " + number
                                    : "an unknown error " + number;
}

std::string versionText(std::uint32_t version)
{
    return std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "."
        + std::to_string(version % 100);
}

} // namespace profiler::cupti
