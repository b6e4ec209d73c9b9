#include "engine/cuda/cudnn/library.h"

namespace engine::cuda::cudnn {

using support::ErrorKind;
using support::failAs;

Result<std::unique_ptr<Library>> Library::open(const DevicePaths& paths, const Loader& loader)
{
    auto loaded = TRY(loadLibrary<Table>("libcudnn.so.9", paths.folders, loader));
    std::unique_ptr<Library> library(new Library);
    library->m_table = std::move(loaded.table);
    library->m_version = std::move(loaded.state.version);
    return library;
}

Library::~Library()
{
    if (m_handle != nullptr)
        m_table.destroy(m_handle);
}

Result<Handle> Library::handle(void* stream)
{
    if (m_handle == nullptr)
        TRY(check(m_table.create(&m_handle), "to start"));
    TRY(check(m_table.setStream(m_handle, stream), "a stream"));
    return m_handle;
}

std::shared_ptr<PreparedGraph> Library::sharedGraph(const std::string& key) const
{
    const auto found = m_graphs.find(key);
    return found != m_graphs.end() ? found->second.lock() : nullptr;
}

void Library::shareGraph(const std::string& key, const std::shared_ptr<PreparedGraph>& graph)
{
    std::erase_if(m_graphs, [](const auto& each) { return each.second.expired(); });
    m_graphs[key] = graph;
}

Result<void> Library::check(int status, std::string_view tried) const
{
    if (status == 0)
        return {};
    char reason[256] = {};
    m_table.getLastErrorString(reason, sizeof reason);
    reason[sizeof reason - 1] = '\0';
    return failAs(ErrorKind::Unsupported, "cuDNN refuses ", tried, reason[0] != '\0' ? ": " : "",
        reason, " (", status, ")");
}

} // namespace engine::cuda::cudnn
