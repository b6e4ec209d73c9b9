#include "profiler/importers/importer.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/file/profile_file.h"
#include "profiler/importers/formats.h"
#include "profiler/importers/html.h"
#include "profiler/importers/text_file.h"

#include <algorithm>
#include <vector>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Reads a profile file. Of a truncated file the complete row groups are read, and
/// Profile::diagnostics reports the loss.
Result<std::shared_ptr<const Profile>> readNative(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress)
{
    return readProfileFile(path, FileTail::Recover, std::move(stop), progress);
}

constexpr Importer profileFormat { "Opscope profile", looksLikeProfileFile, readNative };
constexpr Importer reportFormat { "Opscope report", looksLikeReport, readReport };

const std::vector<const Importer*>& formats()
{
    static const auto all = [] {
        std::vector<const Importer*> result { &profileFormat, &reportFormat };
        result.insert(result.end(), std::begin(otherFormats), std::end(otherFormats));
        return result;
    }();
    return all;
}

const Importer* importerFor(std::span<const std::byte> bytes)
{
    const auto head = textHead(bytes);
    const auto found = std::ranges::find_if(
        formats(), [&](const Importer* importer) { return importer->sniff(head); });
    return found == formats().end() ? nullptr : *found;
}

/// For messages: describes a file that is no profile by its first bytes.
std::string_view describeFile(std::string_view head)
{
    if (head.empty())
        return "it is empty";
    if (head.find_first_not_of('\0') == std::string_view::npos)
        return "it consists of zero bytes";
    if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))
        return "it is text in UTF-16; save it as UTF-8";
    if (head.starts_with("version https://git-lfs"))
        return "it is a pointer of Git LFS, not the file itself; run `git lfs pull`";
    if (head.starts_with("<!DOCTYPE") || head.starts_with("<html") || head.starts_with("<HTML"))
        return "it is a web page";
    return "its first bytes are those of no known format";
}

std::string knownFormats()
{
    return support::joined(formats(), ", ", [](const Importer* format) { return format->name; });
}

} // namespace

Result<std::shared_ptr<const Profile>> importProfile(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress)
{
    auto file = TRY(support::MappedFile::open(path));
    const auto* importer = importerFor(file->bytes());
    if (importer == nullptr)
        return failAs(ErrorKind::File, path.string(), " is no profile that Opscope can read (",
            describeFile(textHead(file->bytes())), "); known formats: ", knownFormats());
    file.reset(); // the importer maps the file again; two mappings may need too much address space
    return importer->read(path, std::move(stop), progress);
}

bool looksLikeProfile(const std::filesystem::path& path)
{
    const auto file = support::MappedFile::open(path);
    return file && importerFor((*file)->bytes()) != nullptr;
}

} // namespace profiler
