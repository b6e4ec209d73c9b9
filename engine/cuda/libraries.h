#pragma once

#include "engine/device/device.h"
#include "engine/device/plugin.h"
#include "model/process/shared_library.h"
#include "model/support/result.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

/// Looks up functions of an open library.
inline support::Symbols symbolsOf(void* library, const Loader& loader)
{
    return support::Symbols(
        [library, symbol = loader.symbol](const char* name) { return symbol(library, name); });
}

/// A library with a table of its functions.
template <typename Table>
struct LoadedLibrary {
    Table table;
    DeviceLibrary state;
};
/// Opens a library and finds its functions. Fails if the library or one of its functions is
/// missing. The message says what happens instead.
template <typename Table>
support::Result<LoadedLibrary<Table>> loadLibrary(
    std::string_view file, const std::vector<std::filesystem::path>& folders, const Loader& loader)
{
    const auto& row = libraryRow(file);
    auto opened = openLibrary(row, folders, loader);
    if (opened.handle == nullptr)
        return support::failAs(support::ErrorKind::Resource, opened.state.reason);
    Table table { symbolsOf(opened.handle, loader) };
    if (const auto& missing = table.symbols.missing(); !missing.empty())
        return support::failAs(support::ErrorKind::Resource, opened.state.path, " has no function ",
            missing, ": ", row.purpose, " ", row.instead);
    return LoadedLibrary<Table> { std::move(table), std::move(opened.state) };
}

/// Opens all libraries, for reports.
std::vector<DeviceLibrary> allLibraries(const DevicePaths& paths, const Loader& loader);

} // namespace engine::cuda
