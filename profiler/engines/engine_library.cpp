#include "profiler/engines/engine_library.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>

#include <unistd.h>

namespace profiler {

namespace fs = std::filesystem;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Where the library of an engine is called what.
struct LibraryNames {
    const char* variable;
    std::string_view fileName; ///< start of the file's name
    const char* packageFolder; ///< in a Python package
    std::string_view package; ///< name of the Python package
    std::string_view oldestPackage; ///< with a C library
};

const LibraryNames* namesOf(OtherEngine engine)
{
    static constexpr LibraryNames onnxRuntime { "OPSCOPE_ONNXRUNTIME", "libonnxruntime.so",
        "onnxruntime/capi", "onnxruntime", "1.19" };
    static constexpr LibraryNames openVino { "OPSCOPE_OPENVINO", "libopenvino_c.so",
        "openvino/libs", "openvino", "2024.4" };
    switch (engine) {
    case OtherEngine::OnnxRuntime:
        return &onnxRuntime;
    case OtherEngine::OpenVino:
        return &openVino;
    case OtherEngine::TensorRt:
    case OtherEngine::Opscope:
        break;
    }
    return nullptr;
}

std::vector<int> versionNumbers(std::string_view text)
{
    std::vector<int> numbers;
    while (!text.empty()) {
        const auto end = std::min(text.find('.'), text.size());
        numbers.push_back(support::numberFrom<int>(text.substr(0, end)).value_or(0));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return numbers;
}

/// Returns the library of the highest version in a folder; an empty path if there is none.
fs::path libraryIn(const fs::path& folder, std::string_view fileName)
{
    fs::path best;
    std::vector<int> bestVersion;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
        const auto name = entry.path().filename().string();
        if (!name.starts_with(fileName) || !fs::is_regular_file(entry.path(), failure))
            continue;
        const auto rest = std::string_view(name).substr(fileName.size());
        if (!rest.empty() && rest.front() != '.')
            continue;
        auto version = versionNumbers(rest.empty() ? rest : rest.substr(1));
        if (best.empty() || version > bestVersion) {
            best = entry.path();
            bestVersion = std::move(version);
        }
    }
    return best;
}

std::vector<fs::path> foldersIn(const char* variable)
{
    std::vector<fs::path> folders;
    const char* const text = std::getenv(variable);
    std::string_view rest = text != nullptr ? text : "";
    while (!rest.empty()) {
        const auto end = std::min(rest.find(':'), rest.size());
        if (end > 0)
            folders.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

struct Place {
    fs::path folder;
    std::string name;
};

/// Adds the folders with Python packages below a prefix such as a virtual environment.
void addPackages(std::vector<Place>& places, const fs::path& prefix, const std::string& name)
{
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(prefix / "lib", failure))
        if (entry.path().filename().string().starts_with("python3"))
            for (const auto* packages : { "site-packages", "dist-packages" })
                places.push_back({ entry.path() / packages, name });
}

/// Returns the folders with Python packages, those that count first in front.
std::vector<Place> packagePlaces()
{
    std::vector<Place> places;
    if (const char* const active = std::getenv("VIRTUAL_ENV"); active != nullptr && *active != '\0')
        addPackages(places, active, "the active virtual environment");
    std::error_code failure;
    for (const auto& folder : foldersIn("PATH")) {
        if (!fs::exists(folder / "python3", failure))
            continue;
        addPackages(places, folder.parent_path(), "the Python in " + folder.parent_path().string());
        break;
    }
    if (const char* const home = std::getenv("HOME"); home != nullptr && *home != '\0')
        addPackages(places, fs::path(home) / ".local", "Python packages of this user");
    for (const auto* prefix : { "/usr/local", "/usr", "/usr/lib/python3/.." })
        addPackages(places, prefix, "Python packages of the system");
    return places;
}

/// Returns the version of a Python package by the name of its `.dist-info` folder.
std::string packageVersion(const fs::path& packages, std::string_view package)
{
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(packages, failure)) {
        const auto name = entry.path().filename().string();
        // `onnxruntime-1.32.0.dist-info`; a package for GPUs is called `onnxruntime_gpu`.
        if (!name.starts_with(package) || !name.ends_with(".dist-info"))
            continue;
        const auto dash = name.find('-');
        return name.substr(
            dash + 1, name.size() - dash - 1 - std::string_view(".dist-info").size());
    }
    return {};
}

/// Returns the version in a file's name: `libonnxruntime.so.1.32.0`.
std::string versionInName(const fs::path& file, std::string_view fileName)
{
    const auto name = fs::weakly_canonical(file).filename().string();
    return name.size() > fileName.size() + 1 && name.starts_with(fileName)
        ? name.substr(fileName.size() + 1)
        : std::string();
}

/// Returns the library that a path of the user means.
Result<EngineLibrary> namedLibrary(OtherEngine engine, const fs::path& path, std::string where)
{
    const auto& names = *namesOf(engine);
    std::error_code failure;
    if (fs::is_regular_file(path, failure))
        return EngineLibrary { engine, path, versionInName(path, names.fileName),
            std::move(where) };
    for (const auto& folder :
        { path, path / "lib", path / "runtime/lib/intel64", path / names.packageFolder })
        if (auto file = libraryIn(folder, names.fileName); !file.empty())
            return EngineLibrary { engine, file, versionInName(file, names.fileName),
                std::move(where) };
    return failAs(ErrorKind::Usage, where, " names ", path.string(),
        ", which is neither a file nor "
        "a folder with ",
        names.fileName);
}

constexpr const char* trtexecVariable = "OPSCOPE_TRTEXEC";
constexpr std::string_view trtexecName = "trtexec";
constexpr const char* trtexecFolder = "/usr/src/tensorrt/bin"; ///< of NVIDIA's packages

/// Returns the program that a path of the user means: a file, or a folder with it.
Result<EngineLibrary> namedTrtexec(const fs::path& path, std::string where)
{
    std::error_code failure;
    for (const auto& file : { path, path / trtexecName, path / "bin" / trtexecName })
        if (fs::is_regular_file(file, failure))
            return EngineLibrary { OtherEngine::TensorRt, file, {}, std::move(where) };
    return failAs(ErrorKind::Usage, where, " names ", path.string(),
        ", which is neither a file nor a folder with ", trtexecName);
}

Result<EngineLibrary> findTrtexec(const fs::path& chosen)
{
    if (!chosen.empty())
        return namedTrtexec(chosen, "--engine-library");
    if (const char* const path = std::getenv(trtexecVariable); path != nullptr && *path != '\0')
        return namedTrtexec(path, trtexecVariable);
    std::vector<Place> places;
    for (auto& folder : foldersIn("PATH"))
        places.push_back({ std::move(folder), "PATH" });
    places.push_back({ trtexecFolder, trtexecFolder });
    for (auto& place : places)
        if (::access((place.folder / trtexecName).c_str(), X_OK) == 0)
            return namedTrtexec(place.folder, std::move(place.name));
    return failAs(ErrorKind::Resource,
        "no TensorRT: trtexec was not found: it is neither on the "
        "PATH nor in ",
        trtexecFolder, "; set ", trtexecVariable, " or name it with --engine-library");
}

std::vector<Place> loaderPlaces()
{
    std::vector<Place> places;
    for (auto& folder : foldersIn("LD_LIBRARY_PATH"))
        places.push_back({ std::move(folder), "LD_LIBRARY_PATH" });
    for (const auto* folder :
        { "/usr/local/lib", "/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu", "/opt/intel/openvino/runtime/lib/intel64" })
        places.push_back({ folder, folder });
    return places;
}

} // namespace

const char* engineVariable(OtherEngine engine)
{
    const auto* const names = namesOf(engine);
    return names != nullptr ? names->variable : trtexecVariable;
}

std::span<const OtherEngine> allOtherEngines()
{
    static constexpr std::array engines { OtherEngine::OnnxRuntime, OtherEngine::OpenVino,
        OtherEngine::TensorRt };
    return engines;
}

std::optional<OtherEngine> engineOfWord(std::string_view word)
{
    const auto found = std::ranges::find(allOtherEngines(), word, engineWord);
    return found == allOtherEngines().end() ? std::nullopt : std::optional(*found);
}

Result<EngineLibrary> findEngineLibrary(OtherEngine engine, const fs::path& chosen)
{
    if (engine == OtherEngine::TensorRt)
        return findTrtexec(chosen);
    const auto* const names = namesOf(engine);
    if (names == nullptr)
        return failAs(ErrorKind::Unsupported, engineTitle(engine),
            " cannot be run by this version of Opscope");
    if (!chosen.empty())
        return namedLibrary(engine, chosen, "--engine-library");
    if (const char* const path = std::getenv(names->variable); path != nullptr && *path != '\0')
        return namedLibrary(engine, path, names->variable);
    for (const auto& place : loaderPlaces())
        if (auto file = libraryIn(place.folder, names->fileName); !file.empty())
            return EngineLibrary { engine, file, versionInName(file, names->fileName), place.name };
    std::string incomplete;
    for (const auto& place : packagePlaces()) {
        auto version = packageVersion(place.folder, names->package);
        if (auto file = libraryIn(place.folder / names->packageFolder, names->fileName);
            !file.empty())
            return EngineLibrary { engine, file, std::move(version), place.name };
        if (!version.empty() && incomplete.empty())
            incomplete = "the package " + std::string(names->package) + " " + version + " of "
                + place.name + " has no C library; install " + std::string(names->oldestPackage)
                + " or newer";
    }
    if (!incomplete.empty())
        return failAs(ErrorKind::Resource, "no ", engineTitle(engine), ": ", incomplete);
    return failAs(ErrorKind::Resource, "no ", engineTitle(engine), " was found: ", names->fileName,
        " is neither in the loader's folders nor in a Python package; install it with `pip "
        "install ",
        names->package, "` or name its folder with --engine-library or ", names->variable);
}

} // namespace profiler
