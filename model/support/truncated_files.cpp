#include "model/support/truncated_files.h"

#include <array>
#include <atomic>
#include <csignal>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace support {

namespace {

/// One mapped range. The signal handler reads it, so it uses atomics instead of locks.
struct Mapping {
    std::atomic<std::uintptr_t> begin { 0 }; ///< 0: entry is free
    std::atomic<std::uintptr_t> end { 0 };
    std::atomic<std::uint64_t> lost { 0 };
};
constexpr std::size_t maxMappings = 4096;
std::array<Mapping, maxMappings> mappings;
std::atomic<std::uint64_t> lost { 0 }; // since program start
std::atomic<std::uint64_t> lostNow { 0 }; // in files that are mapped now
std::uintptr_t pageBytes = 4096;
struct sigaction before { };

/// File of a mapping, for messages.
struct MappedName {
    std::filesystem::path path;
    dev_t device = 0;
    ino_t inode = 0;
    off_t bytes = 0;
};

struct Names {
    std::mutex mutex; // guards byBegin
    std::map<std::uintptr_t, MappedName> byBegin;
};

/// Never destroyed, because static objects that are destroyed later may hold mapped files.
Names& names()
{
    static auto* const all = new Names;
    return *all;
}

Mapping* mappingOf(std::uintptr_t address)
{
    for (auto& mapping : mappings) {
        const auto begin = mapping.begin.load(std::memory_order_acquire);
        if (begin != 0 && begin <= address && address < mapping.end.load(std::memory_order_acquire))
            return &mapping;
    }
    return nullptr;
}

extern "C" void replaceLostPage(int signal, siginfo_t* about, void*)
{
    const auto address = reinterpret_cast<std::uintptr_t>(about->si_addr);
    auto* page = reinterpret_cast<void*>(address / pageBytes * pageBytes);
    auto* const mapping = mappingOf(address);
    if (mapping != nullptr
        && ::mmap(page, pageBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
            == page) {
        mapping->lost.fetch_add(1, std::memory_order_relaxed);
        lostNow.fetch_add(1, std::memory_order_relaxed);
        lost.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    // Not a page of a mapped file: the previous handler is restored, and the access is repeated.
    ::sigaction(signal, &before, nullptr);
}

/// True if the mapped file is shorter now. A file that was replaced by another file does not count.
bool isShorter(const MappedName& name)
{
    struct stat status { };
    return ::stat(name.path.c_str(), &status) == 0 && status.st_dev == name.device
        && status.st_ino == name.inode && status.st_size < name.bytes;
}

Error shortened(const MappedName& name)
{
    return failAs(ErrorKind::File, name.path.string(),
        " was truncated while it was read; another program is probably writing it, so try again "
        "later");
}

} // namespace

void surviveTruncatedFiles()
{
    static std::once_flag once;
    std::call_once(once, [] {
        pageBytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        struct sigaction action { };
        action.sa_sigaction = replaceLostPage;
        action.sa_flags = SA_SIGINFO | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &before);
    });
}

std::uint64_t lostPages() { return lost.load(std::memory_order_relaxed); }

Result<void> checkLostPages()
{
    if (lostNow.load(std::memory_order_relaxed) == 0)
        return {};
    const std::scoped_lock lock(names().mutex);
    for (const auto& [begin, name] : names().byBegin) {
        const auto* const mapping = mappingOf(begin);
        if (mapping != nullptr && mapping->lost.load(std::memory_order_relaxed) > 0)
            return shortened(name);
    }
    return {};
}

Result<void> checkMappedFiles()
{
    {
        const std::scoped_lock lock(names().mutex);
        for (const auto& [begin, name] : names().byBegin) {
            if (isShorter(name))
                return shortened(name);
        }
    }
    return checkLostPages();
}

void addMapping(
    const std::byte* begin, std::size_t length, const std::filesystem::path& path, int descriptor)
{
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    struct stat status { };
    if (::fstat(descriptor, &status) == 0) {
        const std::scoped_lock lock(names().mutex);
        names().byBegin[address]
            = { path, status.st_dev, status.st_ino, static_cast<off_t>(length) };
    }
    for (auto& mapping : mappings) {
        std::uintptr_t free = 0;
        if (mapping.begin.compare_exchange_strong(free, address, std::memory_order_acq_rel)) {
            mapping.lost.store(0, std::memory_order_relaxed);
            mapping.end.store(address + length, std::memory_order_release);
            return;
        }
    }
}

bool isMapped(std::span<const std::byte> bytes)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::scoped_lock lock(names().mutex);
    const auto next = names().byBegin.upper_bound(begin);
    if (next == names().byBegin.begin())
        return false;
    const auto& [start, name] = *std::prev(next);
    const auto length = static_cast<std::uintptr_t>(name.bytes);
    return begin - start <= length && bytes.size() <= length - (begin - start);
}

void removeMapping(const std::byte* begin)
{
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    for (auto& mapping : mappings) {
        if (mapping.begin.load(std::memory_order_acquire) == address) {
            lostNow.fetch_sub(mapping.lost.exchange(0), std::memory_order_relaxed);
            mapping.end.store(0, std::memory_order_release);
            mapping.begin.store(0, std::memory_order_release);
            break;
        }
    }
    const std::scoped_lock lock(names().mutex);
    names().byBegin.erase(address);
}

} // namespace support
