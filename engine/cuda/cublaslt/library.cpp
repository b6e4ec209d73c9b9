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

/// Returns the first function that is missing; empty if all were found.
std::string loadAll(void* library, const Loader& loader, Table& table)
{
    Symbols get(library, loader);
    get("cublasLtCreate", table.create);
    get("cublasLtDestroy", table.destroy);
    get("cublasLtMatmulDescCreate", table.matmulDescCreate);
    get("cublasLtMatmulDescDestroy", table.matmulDescDestroy);
    get("cublasLtMatmulDescSetAttribute", table.matmulDescSetAttribute);
    get("cublasLtMatrixLayoutCreate", table.matrixLayoutCreate);
    get("cublasLtMatrixLayoutDestroy", table.matrixLayoutDestroy);
    get("cublasLtMatrixLayoutSetAttribute", table.matrixLayoutSetAttribute);
    get("cublasLtMatmulPreferenceCreate", table.matmulPreferenceCreate);
    get("cublasLtMatmulPreferenceDestroy", table.matmulPreferenceDestroy);
    get("cublasLtMatmulPreferenceSetAttribute", table.matmulPreferenceSetAttribute);
    get("cublasLtMatmulAlgoGetHeuristic", table.matmulAlgoGetHeuristic);
    get("cublasLtMatmulAlgoCheck", table.matmulAlgoCheck);
    get("cublasLtMatmulAlgoConfigGetAttribute", table.matmulAlgoConfigGetAttribute);
    get("cublasLtMatmul", table.matmul);
    return get.missing();
}

} // namespace

Result<std::unique_ptr<Library>> Library::open(const DevicePaths& paths, const Loader& loader)
{
    auto opened = openLibrary(libraryRow("libcublasLt.so.13"), paths.folders, loader);
    if (opened.handle == nullptr)
        return failAs(ErrorKind::Resource, opened.state.reason);
    std::unique_ptr<Library> library(new Library);
    library->m_version = opened.state.version;
    if (const auto missing = loadAll(opened.handle, loader, library->m_table); !missing.empty())
        return failAs(ErrorKind::Resource, opened.state.path, " has no function ", missing,
            ": matrix products run with our own kernels");
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
