#include "profiler/engines/onnxruntime/api.h"

#include "model/process/shared_library.h"

namespace profiler::ort {

using support::ErrorKind;
using support::failAs;

namespace {

/// The version of the table that is asked for (ONNX Runtime 1.16).
constexpr std::uint32_t apiVersion = 16;

struct ApiBase {
    const void* const* (*getApi)(std::uint32_t version);
    const char* (*getVersion)();
};

} // namespace

support::Result<Library> Library::open(const std::filesystem::path& file)
{
    const auto handle = support::openSharedLibrary(file);
    if (!handle)
        return failAs(
            ErrorKind::Resource, "ONNX Runtime cannot be opened: ", handle.error().message());
    const ApiBase* (*const getBase)() = support::findFunction(*handle, "OrtGetApiBase");
    if (getBase == nullptr)
        return failAs(ErrorKind::Resource, file.string(),
            " has no function OrtGetApiBase: it is not ONNX Runtime's library");
    const auto* const base = getBase();
    if (base == nullptr || base->getApi == nullptr || base->getVersion == nullptr)
        return failAs(ErrorKind::Resource, file.string(), " gives no interface");
    Library library;
    const char* const version = base->getVersion();
    library.m_version = version != nullptr ? version : "unknown version";
    library.m_table = base->getApi(apiVersion);
    if (library.m_table == nullptr)
        return failAs(ErrorKind::Resource, "ONNX Runtime ", library.m_version, " in ",
            file.string(), " is too old; 1.19 and newer were tried");
    return library;
}

support::Result<void> Library::checked(Status* status) const
{
    if (status == nullptr)
        return {};
    const char* const text = get<GetErrorMessage>()(status);
    auto error = failAs(ErrorKind::Failed, "ONNX Runtime ", m_version, ": ",
        text != nullptr ? text : "an error without text");
    get<ReleaseStatus>()(status);
    return error;
}

} // namespace profiler::ort
