#include "engine/cuda/cudnn/library.h"

namespace engine::cuda::cudnn {

using support::ErrorKind;
using support::failAs;

namespace {

/// Returns the first function that is missing; empty if all were found.
std::string loadAll(void* library, const Loader& loader, Table& table)
{
    Symbols get(library, loader);
    get("cudnnCreate", table.create);
    get("cudnnDestroy", table.destroy);
    get("cudnnSetStream", table.setStream);
    get("cudnnGetLastErrorString", table.getLastErrorString);
    get("cudnnBackendCreateDescriptor", table.backendCreateDescriptor);
    get("cudnnBackendDestroyDescriptor", table.backendDestroyDescriptor);
    get("cudnnBackendFinalize", table.backendFinalize);
    get("cudnnBackendSetAttribute", table.backendSetAttribute);
    get("cudnnBackendGetAttribute", table.backendGetAttribute);
    get("cudnnBackendExecute", table.backendExecute);
    return get.missing();
}

} // namespace

Result<std::unique_ptr<Library>> Library::open(const DevicePaths& paths, const Loader& loader)
{
    auto opened = openLibrary(libraryRow("libcudnn.so.9"), paths.folders, loader);
    if (opened.handle == nullptr)
        return failAs(ErrorKind::Resource, opened.state.reason);
    std::unique_ptr<Library> library(new Library);
    library->m_version = opened.state.version;
    if (const auto missing = loadAll(opened.handle, loader, library->m_table); !missing.empty())
        return failAs(ErrorKind::Resource, opened.state.path, " has no function ", missing,
            ": convolutions and attention run with our own kernels");
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
