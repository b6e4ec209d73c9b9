#include "engine/kernel/memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <fstream>

namespace engine {

namespace {

// Paths are strings here: operator/ of libstdc++ 12's std::filesystem::path crashes if it is
// refused memory, and this code runs when memory is short.

std::string textOf(const std::string& file)
{
    std::ifstream stream(file);
    return { std::istreambuf_iterator<char>(stream), {} };
}

/// Returns the number that the text begins with, after blanks; nothing if there is none (`max`).
std::optional<std::uint64_t> numberIn(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// Returns the number of the first line that begins with `name`, of lines `NAME NUMBER` or `NAME:
/// NUMBER`.
std::optional<std::uint64_t> numberCalled(std::string_view text, std::string_view name)
{
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.starts_with(name))
            return numberIn(line.substr(name.size()));
    }
    return std::nullopt;
}

std::uint64_t difference(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

/// File names of one version of control groups. Pages of files count as used there, although they
/// can be reclaimed.
struct GroupFiles {
    std::string_view folder; ///< the root folder of the groups
    std::string_view limit;
    std::string_view used;
    std::string_view activeFiles; ///< in memory.stat
    std::string_view inactiveFiles;
};
constexpr GroupFiles version2 { "sys/fs/cgroup", "memory.max", "memory.current", "active_file ",
    "inactive_file " };
constexpr GroupFiles version1 { "sys/fs/cgroup/memory", "memory.limit_in_bytes",
    "memory.usage_in_bytes", "total_active_file ", "total_inactive_file " };

class Room {
public:
    explicit Room(const std::filesystem::path& root)
        : m_root(root)
    {
    }

    AvailableMemory find()
    {
        lookAtMachine();
        lookAtGroups();
        lookAtLimit(RLIMIT_AS, "VmSize:", "the limit of address space (ulimit -v)");
        lookAtLimit(RLIMIT_DATA, "VmData:", "the limit of data (ulimit -d)");
        return std::move(m_room);
    }

private:
    void take(std::uint64_t bytes, std::string limitedBy)
    {
        if (!m_room.limitedBy.empty() && bytes >= m_room.bytes)
            return;
        m_room = { bytes, std::move(limitedBy) };
    }

    void lookAtMachine()
    {
        constexpr std::uint64_t fallback = std::uint64_t { 1 } << 30;
        const auto kib = numberCalled(textOf(m_root + "/proc/meminfo"), "MemAvailable:");
        take(kib ? *kib * 1024 : fallback, "this machine");
    }

    /// Every ancestor group limits the process too.
    void lookAtGroups()
    {
        std::ifstream lines(m_root + "/proc/self/cgroup");
        for (std::string line; std::getline(lines, line);) {
            const auto first = line.find(':');
            const auto second = line.find(':', first + 1);
            if (second == std::string::npos)
                continue;
            const auto controllers = "," + line.substr(first + 1, second - first - 1) + ",";
            const auto path
                = line.substr(std::min(line.find_first_not_of('/', second + 1), line.size()));
            if (controllers == ",,")
                lookAtGroup(version2, path);
            else if (controllers.find(",memory,") != std::string::npos)
                lookAtGroup(version1, path);
        }
    }

    /// `path` has no slash at its beginning.
    void lookAtGroup(const GroupFiles& files, std::string path)
    {
        for (;;) {
            const auto folder = m_root + "/" + std::string(files.folder) + "/" + path + "/";
            const auto limit = numberIn(textOf(folder + std::string(files.limit)));
            const auto used = numberIn(textOf(folder + std::string(files.used)));
            if (limit && used) {
                const auto stat = textOf(folder + "memory.stat");
                const auto cached = numberCalled(stat, files.activeFiles).value_or(0)
                    + numberCalled(stat, files.inactiveFiles).value_or(0);
                take(difference(*limit, difference(*used, cached)),
                    "the control group /" + path + " (" + std::string(files.limit) + ")");
            }
            if (path.empty())
                return;
            const auto slash = path.rfind('/');
            path.resize(slash == std::string::npos ? 0 : slash);
        }
    }

    void lookAtLimit(__rlimit_resource_t resource, std::string_view used, std::string name)
    {
        rlimit limit {};
        if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
            return;
        const auto kib = numberCalled(textOf(m_root + "/proc/self/status"), used).value_or(0);
        take(difference(limit.rlim_cur, kib * 1024), std::move(name));
    }

    std::string m_root;
    AvailableMemory m_room;
};

} // namespace

AvailableMemory availableMemory(const std::filesystem::path& root) { return Room(root).find(); }

void limitHeap(std::uint64_t memoryLimit)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they reserve address space
    constexpr std::uint64_t minSlack = std::uint64_t { 512 } << 20;
    const auto wanted = memoryLimit != 0 ? memoryLimit : availableMemory().bytes / 4 * 3;
    const auto used = numberCalled(textOf("/proc/self/status"), "VmData:").value_or(0) * 1024;
    rlimit limit {};
    if (::getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    std::uint64_t most = 0;
    if (__builtin_add_overflow(used + std::max(wanted / 2, minSlack), wanted, &most)
        || (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= most))
        return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? most : std::min(most, limit.rlim_max);
    ::setrlimit(RLIMIT_DATA, &limit);
#else
    (void)memoryLimit;
#endif
}

} // namespace engine
