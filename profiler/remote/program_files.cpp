#include "profiler/remote/program_files.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>

#include <elf.h>
#include <link.h>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::string_view programName = "bin/opscope-cli";
constexpr std::string_view libraries = "lib/opscope/";
constexpr std::string_view fallback = "lib/fallback/";
constexpr std::string_view deviceModule = "libopscope_cuda.so";
constexpr std::string_view engineLibrary = "libopscope_engine.so";

/// Names up to `.so` of the parts of the C library, as in packaging/portable.cmake.
constexpr std::array<std::string_view, 11> ofCLibrary { "libc", "libm", "libdl", "librt",
    "libpthread", "libresolv", "libutil", "libanl", "libmvec", "linux-vdso", "linux-gate" };
constexpr std::array<std::string_view, 2> ofCompiler { "libstdc++", "libgcc_s" };

/// The folder in which a library travels; empty if it stays.
std::string_view placeOf(std::string_view library)
{
    const auto stem = library.substr(0, library.find(".so"));
    if (stem.starts_with("ld-") || stem.starts_with("libnss_")
        || std::ranges::find(ofCLibrary, stem) != ofCLibrary.end())
        return {};
    return std::ranges::find(ofCompiler, stem) != ofCompiler.end() ? fallback : libraries;
}

std::vector<fs::path> loadedLibraries()
{
    std::vector<fs::path> found;
    ::dl_iterate_phdr(
        [](dl_phdr_info* library, std::size_t, void* list) {
            const std::string_view name(library->dlpi_name);
            if (!name.empty())
                static_cast<std::vector<fs::path>*>(list)->emplace_back(name);
            return 0;
        },
        &found);
    return found;
}

Result<std::string> architectureOf(std::span<const std::byte> bytes, const fs::path& path)
{
    constexpr std::size_t machineAt = offsetof(Elf64_Ehdr, e_machine);
    const bool isElf = bytes.size() > sizeof(Elf64_Ehdr)
        && std::ranges::equal(bytes.first(SELFMAG), std::as_bytes(std::span(ELFMAG, SELFMAG)));
    if (!isElf)
        return failAs(ErrorKind::File, path.string(), " is no program for Linux");
    const auto machine = std::to_integer<unsigned>(bytes[machineAt])
        + 256 * std::to_integer<unsigned>(bytes[machineAt + 1]);
    switch (machine) {
    case EM_X86_64:
        return "x86_64";
    case EM_AARCH64:
        return "aarch64";
    case EM_RISCV:
        return "riscv64";
    default:
        return "machine " + std::to_string(machine);
    }
}

/// Sets `newest` to the newest version of the C library whose symbols these bytes name
/// (`GLIBC_2.34`). Nothing but a table of symbols has such texts.
void findGlibc(std::string_view text, std::string& newest)
{
    constexpr std::string_view prefix = "GLIBC_";
    for (auto at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at)) {
        at += prefix.size();
        const auto end = std::min(text.find_first_not_of("0123456789.", at), text.size());
        const auto version = text.substr(at, end - at);
        constexpr std::size_t longest = 8; // others are no version
        if (version.size() > 2 && version.size() <= longest && isOlder(newest, version))
            newest = version;
    }
}

Result<ProgramFiles> described(std::vector<RemoteFile> files)
{
    ProgramFiles program { std::move(files), {}, {} };
    for (const auto& file : program.files) {
        const auto mapped = TRY(support::MappedFile::open(file.source));
        const auto bytes = mapped->bytes();
        if (file.isProgram)
            program.architecture = TRY(architectureOf(bytes, file.source));
        findGlibc({ reinterpret_cast<const char*>(bytes.data()), bytes.size() }, program.glibc);
    }
    return program;
}

/// Adds the libraries of a folder. A file that links lead to travels under the names of the links
/// only, which are those that are asked for.
void addLibraries(const fs::path& folder, std::string_view place, std::vector<RemoteFile>& files)
{
    std::error_code failure;
    std::map<fs::path, std::vector<fs::path>> names;
    for (const auto& entry : fs::directory_iterator(folder / place, failure))
        if (entry.is_regular_file(failure)
            && entry.path().filename().string().find(".so") != std::string::npos)
            names[fs::canonical(entry.path(), failure)].push_back(entry.path());
    for (auto& row : names) {
        auto& all = row.second;
        if (all.size() > 1)
            std::erase_if(all, [](const fs::path& path) { return !fs::is_symlink(path); });
        for (const auto& path : all)
            files.push_back({ std::string(place) + path.filename().string(), path });
    }
}

} // namespace

bool isOlder(std::string_view version, std::string_view than)
{
    const auto numbers = [](std::string_view text) {
        std::vector<int> parts;
        for (const auto part : support::split(text, '.'))
            parts.push_back(support::numberFrom<int>(part).value_or(0));
        return parts;
    };
    return numbers(version) < numbers(than);
}

Result<ProgramFiles> ownProgramFiles(DeviceModule module)
{
    std::error_code failure;
    const auto self = fs::read_symlink("/proc/self/exe", failure);
    std::vector<RemoteFile> files { { std::string(programName), self, true } };
    for (const auto& library : loadedLibraries()) {
        const auto name = library.filename().string();
        const auto place = placeOf(name);
        if (place.empty())
            continue;
        files.push_back({ std::string(place) + name, library });
        const auto beside = library.parent_path() / deviceModule;
        if (module == DeviceModule::Take && name.starts_with(engineLibrary)
            && fs::exists(beside, failure))
            files.push_back({ std::string(libraries) + beside.filename().string(), beside });
    }
    return described(std::move(files));
}

Result<ProgramFiles> programFilesIn(const fs::path& folder)
{
    std::error_code failure;
    if (!fs::is_regular_file(folder / programName, failure))
        return failAs(ErrorKind::File, folder.string(), " has no ", programName,
            ": expected an installation of the preset `portable` (docs/remote.md)");
    std::vector<RemoteFile> files { { std::string(programName), folder / programName, true } };
    for (const auto place : { libraries, fallback })
        addLibraries(folder, place, files);
    std::ranges::sort(files, {}, &RemoteFile::name);
    return described(std::move(files));
}

} // namespace profiler
