#include "app/cli/settings_file.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

Option settingsOption()
{
    return { "--settings", "FILE",
        "take options from this file, one per line; those of the command line win", false,
        FileUse::Input };
}

Result<std::vector<SettingsLine>> readSettingsFile(const std::filesystem::path& file)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    const auto bytes = mapped->bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::vector<SettingsLine> lines;
    std::size_t number = 0;
    for (auto line : support::split(text, '\n')) {
        ++number;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.empty() || line.starts_with('#'))
            continue;
        if (!line.starts_with("--"))
            return failAs(ErrorKind::Usage, file.string(), ":", number, ": ", support::quote(line),
                " is no option, expected one per line, such as --dim batch=8");
        const auto space = line.find(' ');
        lines.push_back({ number, std::string(line.substr(0, space)),
            space == std::string_view::npos ? std::string()
                                            : std::string(line.substr(space + 1)) });
    }
    return lines;
}

} // namespace cli
