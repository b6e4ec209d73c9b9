#include "profiler/importers/html.h"

#include "model/support/compress.h"
#include "model/support/mapped_file.h"
#include "profiler/exporters/html_page.h"
#include "profiler/file/profile_file.h"

#include <string>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t pageHeadBytes = 4096;

std::string_view textOf(std::span<const std::byte> bytes)
{
    return { reinterpret_cast<const char*>(bytes.data()), bytes.size() };
}

constexpr std::string_view comparisonTitle = " – Opscope comparison report</title>";

/// What is in front of the data in pages of older versions: JSON, which is no longer read.
constexpr std::string_view olderOpening = "<script type=\"application/json\" id=\"opscope-data";

Result<std::shared_ptr<const Profile>> readPage(std::string_view text, std::string_view id)
{
    const auto opening = dataElementOpening(id);
    const auto start = text.rfind(opening);
    if (start == text.npos && text.find(dataElementOpening("opscope-data-a")) != text.npos)
        return failAs(ErrorKind::File,
            "this is the report of a comparison, with two profiles inside: `opscope-cli compare "
            "FILE` or the window's Open shows it");
    if (start == text.npos && text.find(olderOpening) != text.npos)
        return failAs(ErrorKind::File,
            "an older version of Opscope made this page, whose data this version does not read: "
            "export the profile again");
    if (start == text.npos)
        return failAs(
            ErrorKind::File, "the page has no data inside: not a report of Opscope, or cut off");
    text.remove_prefix(start + opening.size());
    const auto end = text.find("</script>");
    if (end == text.npos)
        return failAs(ErrorKind::File, "the data inside the page ends early");
    const auto bytes = TRY(support::fromBase64(text.substr(0, end)).within("data inside the page"));
    return readProfileFile(std::as_bytes(std::span(bytes))).within("data inside the page");
}

} // namespace

bool looksLikeReport(std::string_view head)
{
    return head.starts_with("<!DOCTYPE html>") && head.find("Opscope") != std::string_view::npos;
}

Result<std::shared_ptr<const Profile>> readReport(
    const std::filesystem::path& path, std::stop_token, const support::Progress&)
{
    const auto file = TRY(support::MappedFile::open(path));
    return readPage(textOf(file->bytes()), "opscope-data").within(path.filename().string());
}

bool looksLikeComparison(const std::filesystem::path& path)
{
    const auto file = support::MappedFile::open(path);
    const auto text = file ? textOf((*file)->bytes()) : std::string_view();
    if (!looksLikeReport(text.substr(0, pageHeadBytes)))
        return false;
    // Searches only the head of the page, because the rest may contain any text.
    return text.substr(0, text.find("<style>")).find(comparisonTitle) != text.npos;
}

Result<std::array<std::shared_ptr<const Profile>, 2>> readComparison(
    const std::filesystem::path& path)
{
    const auto file = TRY(support::MappedFile::open(path));
    const auto text = textOf(file->bytes());
    auto a = TRY(readPage(text, "opscope-data-a").within(path.filename().string()));
    auto b = TRY(readPage(text, "opscope-data-b").within(path.filename().string()));
    return std::array { std::move(a), std::move(b) };
}

} // namespace profiler
