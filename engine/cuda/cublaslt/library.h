#pragma once

#include "engine/cuda/cublaslt/api.h"

#include <memory>
#include <string>

namespace engine::cuda::cublaslt {

using support::Result;

/// The opened library with a handle. It must be created on the thread that uses it, with its device
/// current.
class Library {
public:
    /// Fails if the library or one of its functions is missing. The message says what runs instead.
    static Result<std::unique_ptr<Library>> open(const DevicePaths& paths, const Loader& loader);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    const Table& table() const { return m_table; }
    Handle handle() const { return m_handle; }
    const std::string& version() const { return m_version; } ///< `13.1.0`

private:
    Library() = default;
    Table m_table;
    Handle m_handle = nullptr;
    std::string m_version;
};

/// Returns an error if `status` is not success: `cuBLASLt refuses TRIED: not supported (15)`.
Result<void> check(int status, std::string_view tried);

} // namespace engine::cuda::cublaslt
