#include "profiler/importers/importer.h"

#include "model/support/mapped_file.h"
#include "profiler/file/profile_file.h"
#include "profiler/importers/html.h"

#include <algorithm>
#include <array>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t headBytes = 4096;

/// A file that was cut off gives what is complete; Profile::diagnostics says so.
Result<std::shared_ptr<const Profile>> readNative(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress)
{
    return readProfileFile(path, FileTail::Recover, std::move(stop), progress);
}

const Importer* importerFor(std::span<const std::byte> bytes)
{
    const auto head = bytes.first(std::min(headBytes, bytes.size()));
    const auto found = std::ranges::find_if(
        importers(), [&](const Importer& importer) { return importer.sniff(head); });
    return found == importers().end() ? nullptr : &*found;
}

std::string knownFormats()
{
    std::string names;
    for (const auto& importer : importers())
        names += (names.empty() ? "" : ", ") + std::string(importer.name);
    return names;
}

} // namespace

std::span<const Importer> importers()
{
    static constexpr std::array table { Importer {
                                            "Opscope profile", looksLikeProfileFile, readNative },
        Importer { "Opscope report", looksLikeReport, readReport } };
    return table;
}

Result<std::shared_ptr<const Profile>> importProfile(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress)
{
    const auto file = TRY(support::MappedFile::open(path));
    const auto* importer = importerFor(file->bytes());
    if (importer == nullptr)
        return failAs(ErrorKind::File, path.string(),
            " is no profile that Opscope can read; known formats: ", knownFormats());
    return importer->read(path, std::move(stop), progress);
}

bool looksLikeProfile(const std::filesystem::path& path)
{
    const auto file = support::MappedFile::open(path);
    return file && importerFor((*file)->bytes()) != nullptr;
}

} // namespace profiler
