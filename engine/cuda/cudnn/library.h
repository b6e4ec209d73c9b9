#pragma once

#include "engine/cuda/cudnn/api.h"
#include "engine/cuda/libraries.h"
#include "model/support/result.h"

#include <map>
#include <memory>
#include <string>

namespace engine::cuda::cudnn {

using support::Result;

class PreparedGraph;

/// The opened library; a handle of it is made when a graph is first to run.
class Library {
public:
    /// Fails with the sentence that says what runs instead, and with a missing function's name.
    static Result<std::unique_ptr<Library>> open(const DevicePaths& paths, const Loader& loader);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    const Table& table() const { return m_table; }
    const std::string& version() const { return m_version; } ///< `9.19.0`
    /// The handle, which works on `stream` from then on: a cudaStream_t.
    Result<Handle> handle(void* stream);
    /// A failure of a call as an error: `cuDNN refuses TRIED: REASON (3000)`, the reason as the
    /// library tells it.
    Result<void> check(int status, std::string_view tried) const;

    /// A graph that somebody has prepared under this key and that is still there, or null. Engines
    /// compile kernels when they are planned, and models have layers of one shape.
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
