#pragma once

#include "engine/device/device.h"
#include "engine/device/plugin.h"

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// NVIDIA's libraries are opened when first needed and linked by nobody. One search for all: the
/// folders the user named, the loader's own search, the toolkit's usual places.
namespace engine::cuda {

struct LibraryRow {
    const char* name; ///< `cuDNN 9`
    const char* file; ///< soname
    const char* purpose;
    const char* instead; ///< what happens without it
    const char* package; ///< of pip
    const char* folder; ///< in pip's layout, below `nvidia/`
};
/// In the order of reports.
std::span<const LibraryRow> libraryRows();
const LibraryRow& libraryRow(std::string_view file);

/// dlopen and what goes with it, so that tests can stand in for it.
struct Loader {
    std::function<void*(const std::string& path)> open; ///< null if it does not open
    std::function<std::string()> error; ///< why the last one did not
    std::function<void*(void* library, const char* name)> symbol;
    std::function<std::string(void* library)> path;
};
Loader systemLoader();

/// Where the file may lie, best first: full paths, and the bare name, which stands for the loader's
/// own search. `folders` are those of the user; each may be a folder of libraries or one that pip
/// filled.
std::vector<std::string> candidates(
    const LibraryRow& row, const std::vector<std::filesystem::path>& folders);

struct OpenLibrary {
    void* handle = nullptr; ///< null: see `state.reason`
    DeviceLibrary state;
};
/// Opens it and asks it for its version. Never closed.
OpenLibrary openLibrary(
    const LibraryRow& row, const std::vector<std::filesystem::path>& folders, const Loader& loader);

/// The functions of an open library, each by its name. Keeps the first name that is not there.
class Symbols {
public:
    Symbols(void* library, const Loader& loader)
        : m_library(library)
        , m_loader(loader)
    {
    }

    /// Null if the library has none of that name.
    template <typename Function>
    void operator()(const char* name, Function& function)
    {
        function = reinterpret_cast<Function>(m_loader.symbol(m_library, name));
        if (function == nullptr && m_missing.empty())
            m_missing = name;
    }
    /// Empty if all were there.
    const std::string& missing() const { return m_missing; }

private:
    void* m_library;
    const Loader& m_loader;
    std::string m_missing;
};

/// All of them, for reports.
std::vector<DeviceLibrary> allLibraries(const DevicePaths& paths, const Loader& loader);

} // namespace engine::cuda
