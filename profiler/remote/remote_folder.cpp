#include "profiler/remote/remote_folder.h"

#include "model/support/hash.h"
#include "model/support/text.h"

#include <algorithm>
#include <span>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::size_t hashDigits = 32;

bool staysInside(const std::string& name)
{
    const fs::path path(name);
    return !name.empty() && name.find('\0') == std::string::npos && path.is_relative()
        && std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
}

} // namespace

Result<RemoteFolder> remoteFolder(
    std::string_view kind, std::vector<RemoteFile> files, const std::stop_token& stop)
{
    RemoteFolder folder { {}, std::move(files), 0 };
    std::string listed;
    for (auto& file : folder.files) {
        if (!staysInside(file.name))
            return failAs(ErrorKind::Usage, support::quote(file.name),
                " cannot be copied to another computer: its path leaves the folder of the model");
        std::error_code failure;
        file.bytes = fs::file_size(file.source, failure);
        if (failure)
            return failAs(ErrorKind::File, file.source.string(), ": ", failure.message());
        folder.bytes += file.bytes;
        file.sha256 = TRY(support::sha256OfFile(file.source, stop));
        listed += file.sha256 + " " + std::to_string(file.bytes) + " " + file.name + "\n";
    }
    folder.name = std::string(kind) + "-"
        + support::sha256(std::as_bytes(std::span(listed))).substr(0, hashDigits);
    return folder;
}

} // namespace profiler
