#include "engine/cuda/cublaslt/library.h"

#include "model/support/result.h"

#include <algorithm>
#include <array>

namespace engine::cuda::cublaslt {

using support::ErrorKind;
using support::failAs;

namespace {

struct StatusName {
    int code;
    std::string_view words;
};
/// cublasStatus_t
constexpr std::array statusNames {
    StatusName { 1, "not initialised" },
    StatusName { 3, "no memory" },
    StatusName { 7, "invalid value" },
    StatusName { 8, "not for this architecture" },
    StatusName { 11, "mapping error" },
    StatusName { 13, "execution failed" },
    StatusName { 14, "internal error" },
    StatusName { 15, "not supported" },
    StatusName { 16, "licence error" },
};

} // namespace

Result<std::unique_ptr<Library>> Library::open(const DevicePaths& paths, const Loader& loader)
{
    auto loaded = TRY(loadLibrary<Table>("libcublasLt.so.13", paths.folders, loader));
    std::unique_ptr<Library> library(new Library);
    library->m_table = std::move(loaded.table);
    library->m_version = std::move(loaded.state.version);
    TRY(check(library->m_table.create(&library->m_handle), "to start")
            .within("matrix products run with our own kernels"));
    return library;
}

Library::~Library()
{
    if (m_handle != nullptr)
        m_table.destroy(m_handle);
}

Result<void> check(int status, std::string_view tried)
{
    if (status == status::success)
        return {};
    const auto row = std::ranges::find(statusNames, status, &StatusName::code);
    return failAs(ErrorKind::Unsupported, "cuBLASLt refuses ", tried, ": ",
        row != statusNames.end() ? row->words : std::string_view("unknown answer"), " (", status,
        ")");
}

} // namespace engine::cuda::cublaslt
