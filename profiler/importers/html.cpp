#include "profiler/importers/html.h"

#include "model/support/compress.h"
#include "model/support/mapped_file.h"
#include "profiler/file/profile_document.h"

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view opening = "<script type=\"application/json\" id=\"opscope-data\">";
constexpr std::string_view plainStart = R"({"version":1,"encoding":"json","data":)";
constexpr std::string_view packedStart = R"({"version":1,"encoding":"deflate-base64","data":")";
constexpr std::uint64_t largestDocument = std::uint64_t(2) << 30;

std::string_view textOf(std::span<const std::byte> bytes)
{
    return { reinterpret_cast<const char*>(bytes.data()), bytes.size() };
}

Result<std::shared_ptr<const Profile>> readPage(std::string_view text)
{
    const auto start = text.rfind(opening);
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
    return readPage(textOf(file->bytes())).within(path.filename().string());
}

} // namespace profiler
