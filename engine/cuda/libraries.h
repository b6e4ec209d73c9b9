#pragma once

#include "engine/device/device.h"
#include "engine/device/plugin.h"

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Search for NVIDIA's libraries. They are opened when first needed and never linked. All are
/// searched in the same places: the user's folders, the dynamic loader's search path, the usual
/// folders of the toolkit.
namespace engine::cuda {

struct LibraryRow {
    const char* name; ///< `cuDNN 9`
    const char* file; ///< its soname
    const char* purpose;
    const char* instead; ///< what happens without it
    const char* package; ///< package name for pip
    const char* folder; ///< in pip's layout, below `nvidia/`
};
/// All rows, in the order of reports.
std::span<const LibraryRow> libraryRows();
const LibraryRow& libraryRow(std::string_view file);

/// dlopen and related functions. Tests replace them.
struct Loader {
    std::function<void*(const std::string& path)> open; ///< returns null if it cannot be opened
    std::function<std::string()> error; ///< why the last open() failed
    std::function<void*(void* library, const char* name)> symbol;
    std::function<std::string(void* library)> path;
};
Loader systemLoader();

/// Returns where the file may be, in the order of search: full paths, and the bare name for the
/// loader's own search. Each of `folders`, the user's, may hold libraries or be a `site-packages`
/// that pip filled.
std::vector<std::string> candidates(
    const LibraryRow& row, const std::vector<std::filesystem::path>& folders);

struct OpenLibrary {
    void* handle = nullptr; ///< null: see `state.reason`
    DeviceLibrary state;
};
/// Opens the library and reads its version. The library is never closed.
OpenLibrary openLibrary(
    const LibraryRow& row, const std::vector<std::filesystem::path>& folders, const Loader& loader);

/// Looks up functions of an open library by name and keeps the first name that is missing.
class Symbols {
public:
    Symbols(void* library, const Loader& loader)
        : m_library(library)
        , m_loader(loader)
    {
    }

    /// Sets `function` to null if the library has no such function.
    template <typename Function>
    void operator()(const char* name, Function& function)
    {
        function = reinterpret_cast<Function>(m_loader.symbol(m_library, name));
        if (function == nullptr && m_missing.empty())
            m_missing = name;
    }
    /// Empty if all names were found.
    const std::string& missing() const { return m_missing; }

private:
    void* m_library;
    const Loader& m_loader;
    std::string m_missing;
};

/// Opens all libraries, for reports.
std::vector<DeviceLibrary> allLibraries(const DevicePaths& paths, const Loader& loader);

} // namespace engine::cuda
