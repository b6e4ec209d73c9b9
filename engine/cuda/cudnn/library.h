#pragma once

#include "engine/cuda/cudnn/api.h"
#include "model/support/result.h"

#include <map>
#include <memory>
#include <string>

namespace engine::cuda::cudnn {

using support::Result;

class PreparedGraph;

/// The opened library. Its handle is created when a graph is first prepared.
class Library {
public:
    /// Fails if the library or one of its functions is missing. The message says what runs instead.
    static Result<std::unique_ptr<Library>> open(const DevicePaths& paths, const Loader& loader);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    const Table& table() const { return m_table; }
    const std::string& version() const { return m_version; } ///< `9.19.0`
    /// Returns the handle and sets its stream to `stream`, a cudaStream_t.
    Result<Handle> handle(void* stream);
    /// Returns an error if `status` is not 0: `cuDNN refuses TRIED: REASON (3000)`. REASON is the
    /// library's text.
    Result<void> check(int status, std::string_view tried) const;

    /// Returns the graph that was shared under this key if a step still uses it, else null. Models
    /// have many layers of one shape, and planning an engine may compile kernels.
    std::shared_ptr<PreparedGraph> sharedGraph(const std::string& key) const;
    void shareGraph(const std::string& key, const std::shared_ptr<PreparedGraph>& graph);

private:
    Library() = default;
    Table m_table;
    Handle m_handle = nullptr;
    std::string m_version;
    std::map<std::string, std::weak_ptr<PreparedGraph>> m_graphs;
};

} // namespace engine::cuda::cudnn
