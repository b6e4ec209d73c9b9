#include "profiler/importers/html.h"

#include "model/support/compress.h"
#include "model/support/mapped_file.h"
#include "profiler/file/profile_document.h"

#include <algorithm>
#include <string>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view plainStart = R"({"version":1,"encoding":"json","data":)";
constexpr std::string_view packedStart = R"({"version":1,"encoding":"deflate-base64","data":")";
constexpr std::size_t headBytes = 4096;
constexpr std::uint64_t largestDocument = std::uint64_t(2) << 30;

std::string_view textOf(std::span<const std::byte> bytes)
{
    return { reinterpret_cast<const char*>(bytes.data()), bytes.size() };
}

constexpr std::string_view comparisonTitle = " – Opscope comparison report</title>";

std::string openingOf(std::string_view id)
{
    return "<script type=\"application/json\" id=\"" + std::string(id) + "\">";
}

Result<std::shared_ptr<const Profile>> readPage(std::string_view text, std::string_view id)
{
    const auto opening = openingOf(id);
    const auto start = text.rfind(opening);
    if (start == std::string_view::npos && text.find(openingOf("opscope-data-a")) != text.npos)
        return failAs(ErrorKind::File,
            "this is the report of a comparison, with two profiles inside: `opscope-cli compare "
            "FILE` or the window's Open shows it");
    if (start == std::string_view::npos)
        return failAs(
            ErrorKind::File, "the page has no data inside: not a report of Opscope, or cut off");
    text.remove_prefix(start + opening.size());
    const auto end = text.find("</script>");
    if (end == std::string_view::npos)
        return failAs(ErrorKind::File, "the data inside the page ends early");
    text = text.substr(0, end);
    if (text.starts_with(plainStart) && text.ends_with('}'))
        return readProfileDocument(
            text.substr(plainStart.size(), text.size() - plainStart.size() - 1))
            .within("data inside the page");
    if (text.starts_with(packedStart) && text.ends_with("\"}")) {
        const auto packed = TRY(support::fromBase64(
            text.substr(packedStart.size(), text.size() - packedStart.size() - 2)));
        const auto document = TRY(support::inflate(packed, largestDocument));
        return readProfileDocument(document).within("data inside the page");
    }
    return failAs(ErrorKind::File, "the data inside the page has an unknown form: update Opscope");
}

} // namespace

bool looksLikeReport(std::span<const std::byte> head)
{
    const auto text = textOf(head);
    return text.starts_with("<!DOCTYPE html>") && text.find("Opscope") != std::string_view::npos;
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
    if (!file
        || !looksLikeReport((*file)->bytes().first(std::min(headBytes, (*file)->bytes().size()))))
        return false;
    const auto text = textOf((*file)->bytes());
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
