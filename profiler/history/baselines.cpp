#include "profiler/history/baselines.h"

#include "model/support/atomic_file.h"
#include "model/support/hash.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "profiler/file/profile_file.h"
#include "profiler/history/history.h"
#include "profiler/tables/commit.h"
#include "profiler/tables/utc_time.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <tuple>

namespace profiler {

namespace fs = std::filesystem;

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view head
    = "# Opscope baselines, version 1: model, sha256, machine, settings, commit, measured, "
      "wall_ns, file";
constexpr std::string_view absent = "-";

fs::path indexOf(const fs::path& folder) { return folder / "index.tsv"; }

/// Percent-encodes what would break a line into others, and what stands for an empty field.
std::string fieldText(std::string_view text)
{
    if (text.empty())
        return std::string(absent);
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= ' ' && byte != 0x7f && c != '%' && text != absent) {
            result += c;
            continue;
        }
        result += { '%', digits[byte / 16], digits[byte % 16] };
    }
    return result;
}

/// Reverses fieldText; nothing for a text that it does not make.
std::optional<std::string> fieldOf(std::string_view text)
{
    if (text == absent)
        return std::string();
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        const auto byte = support::numberFrom<unsigned>(text.substr(i + 1, 2), 16);
        if (!byte || i + 2 >= text.size())
            return {};
        result += static_cast<char>(*byte);
        i += 2;
    }
    return result;
}

std::string lineOf(const Baseline& row)
{
    const std::array fields { row.model, row.modelSha256, row.machine, row.settings, row.commit,
        row.measured, std::to_string(row.wallNs), row.file };
    return support::joined(fields, "\t", fieldText);
}

Result<Baseline> baselineOf(std::string_view line)
{
    std::vector<std::string> fields;
    for (const auto part : support::split(line, '\t')) {
        auto field = fieldOf(part);
        if (!field)
            return failAs(ErrorKind::File, "% is not followed by two hex digits");
        fields.push_back(*std::move(field));
    }
    constexpr std::size_t expected = 8;
    if (line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>"))
        return failAs(ErrorKind::File,
            "a conflict of a merge is not resolved; keep one line of each model, machine and "
            "settings");
    if (fields.size() != expected)
        return failAs(ErrorKind::File, "it has ", fields.size(),
            " fields separated by tabs, expected ", expected);
    const auto wall = support::numberFrom<std::int64_t>(fields[6]);
    if (!wall)
        return failAs(
            ErrorKind::File, "wall_ns is ", support::quote(fields[6]), ", expected a whole number");
    // The file must lie in the folder itself.
    if (fields[7].empty() || fields[7].find('/') != std::string::npos || fields[7][0] == '.')
        return failAs(ErrorKind::File, "file is ", support::quote(fields[7]),
            ", expected a name without folders");
    return Baseline { fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], *wall,
        fields[7] };
}

Result<support::Descriptor> lockFolder(const fs::path& folder, int how)
{
    support::Descriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock.isOpen())
        return failAs(ErrorKind::File, "cannot open the folder ", folder.string(), ": ",
            std::strerror(errno));
    while (::flock(lock.number(), how) != 0)
        if (errno != EINTR)
            return failAs(ErrorKind::File, "cannot lock the folder ", folder.string(), ": ",
                std::strerror(errno),
                "; the file system must support flock, so that two programs cannot save at once");
    return lock;
}

std::string isoDate(std::int64_t ns)
{
    return ns > 0 ? utcText(ns / 1'000'000'000, "%Y-%m-%dT%H:%M:%SZ") : std::string();
}

/// Returns a file name of plain letters: the model's name, and the hash of the content.
std::string fileName(std::string_view model, std::string_view bytes)
{
    constexpr std::size_t most = 60;
    constexpr std::size_t digits = 12;
    std::string name;
    for (const char c : model.substr(0, most)) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9') || c == '-' || c == '_' || (c == '.' && !name.empty());
        name += isPlain ? c : '_';
    }
    return (name.empty() ? "model" : name) + "-"
        + support::xxh3(std::as_bytes(std::span(bytes))).hex().substr(0, digits) + ".opscope";
}

bool isSameSetup(const Baseline& a, const Baseline& b)
{
    return std::tie(a.model, a.modelSha256, a.machine, a.settings)
        == std::tie(b.model, b.modelSha256, b.machine, b.settings);
}

bool isSameModel(const Baseline& row, const Profile& profile, ModelIdentity identity)
{
    const auto& metadata = profile.metadata;
    if (identity == ModelIdentity::Name || row.modelSha256.empty())
        return row.model == metadata.text(keys::modelName);
    return row.modelSha256 == metadata.text(keys::modelSha256);
}

Result<void> writeIndex(const fs::path& folder, const std::vector<Baseline>& rows)
{
    std::vector<std::string> lines;
    for (const auto& row : rows)
        lines.push_back(lineOf(row));
    std::ranges::sort(lines);
    return support::writeFile(
        indexOf(folder), std::string(head) + "\n" + support::joined(lines, "\n") + "\n");
}

} // namespace

Result<std::vector<Baseline>> readBaselines(const fs::path& folder)
{
    const auto path = indexOf(folder);
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return failAs(ErrorKind::File, folder.string(),
            " has no baselines (no file index.tsv); `baseline save` adds one");
    const auto file = TRY(support::MappedFile::open(path));
    const auto bytes = file->bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::vector<Baseline> rows;
    std::size_t number = 0;
    for (auto line : support::split(text, '\n')) {
        ++number;
        if (line.ends_with('\r')) // of a checkout on Windows
            line.remove_suffix(1);
        if (!line.empty() && !line.starts_with('#'))
            rows.push_back(
                TRY(baselineOf(line).within(path.string() + ":" + std::to_string(number))));
    }
    return rows;
}

Result<SavedBaseline> saveBaseline(const fs::path& folder, const Profile& profile)
{
    const auto measured = TRY(measuredProfile(profile, {}));
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return failAs(
            ErrorKind::File, "cannot create the folder ", folder.string(), ": ", error.message());
    const auto bytes = TRY(profileFileBytes(profile, profile.metadata));
    SavedBaseline saved;
    saved.baseline = { measured.setup.model, profile.metadata.text(keys::modelSha256),
        factsText(measured.setup.machine), factsText(measured.setup.settings), measured.commit,
        isoDate(measured.startedNs), std::llround(measured.wallNs),
        fileName(measured.setup.model, bytes) };

    const auto lock = TRY(lockFolder(folder, LOCK_EX));
    std::vector<Baseline> rows;
    if (fs::exists(indexOf(folder), error))
        rows = TRY(readBaselines(folder));
    TRY(support::writeFile(folder / saved.baseline.file, bytes));
    const auto older = std::ranges::find_if(
        rows, [&](const Baseline& row) { return isSameSetup(row, saved.baseline); });
    if (older != rows.end()) {
        saved.replaced = *older;
        rows.erase(older);
    }
    rows.push_back(saved.baseline);
    TRY(writeIndex(folder, rows));
    if (saved.replaced
        && std::ranges::find(rows, saved.replaced->file, &Baseline::file) == rows.end())
        fs::remove(folder / saved.replaced->file, error); // what is left of it does no harm
    return saved;
}

Result<BaselineMatch> findBaseline(const fs::path& folder, const Profile& profile,
    ModelIdentity identity, const CompareOptions& options, std::stop_token stop)
{
    // A program that saves meanwhile would remove a file between the index and its reading.
    const auto lock = lockFolder(folder, LOCK_SH);
    auto rows = TRY(readBaselines(folder));
    std::erase_if(rows, [&](const Baseline& row) { return !isSameModel(row, profile, identity); });
    std::ranges::stable_sort(rows, std::ranges::greater(), &Baseline::measured);
    BaselineMatch match;
    for (auto& row : rows) {
        const auto candidate = TRY(readProfileFile(folder / row.file, FileTail::Strict, stop)
                                       .within("baseline " + row.name()));
        auto differences = settingDifferences(*candidate, profile, options);
        std::erase_if(differences, &SettingDifference::isAllowed);
        if (differences.empty()) {
            match.baseline = std::move(row);
            match.profile = candidate;
            return match;
        }
        match.refused.push_back({ std::move(row), std::move(differences) });
    }
    std::ranges::stable_sort(match.refused, {},
        [](const RefusedBaseline& refused) { return refused.differences.size(); });
    return match;
}

} // namespace profiler
