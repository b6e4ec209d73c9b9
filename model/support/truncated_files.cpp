#include "model/support/truncated_files.h"

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace support {

namespace {

/// Read by a signal handler, so without locks; what finds no room here is not looked after.
struct Mapping {
    std::atomic<std::uintptr_t> begin { 0 }; ///< 0 = free
    std::atomic<std::uintptr_t> end { 0 };
};
constexpr std::size_t mostMappings = 4096;
std::array<Mapping, mostMappings> mappings;
std::atomic<std::uint64_t> lost { 0 };
std::uintptr_t pageBytes = 4096;

bool isOurs(std::uintptr_t address)
{
    for (const auto& mapping : mappings) {
        const auto begin = mapping.begin.load(std::memory_order_acquire);
        if (begin != 0 && begin <= address && address < mapping.end.load(std::memory_order_acquire))
            return true;
    }
    return false;
}

extern "C" void replaceLostPage(int signal, siginfo_t* about, void*)
{
    const auto address = reinterpret_cast<std::uintptr_t>(about->si_addr);
    auto* page = reinterpret_cast<void*>(address / pageBytes * pageBytes);
    if (isOurs(address)
        && ::mmap(page, pageBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
            == page) {
        lost.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    // Not a mapped file: the same access again, now with the usual end.
    ::signal(signal, SIG_DFL);
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
        ::sigaction(SIGBUS, &action, nullptr);
    });
}

std::uint64_t lostPages() { return lost.load(std::memory_order_relaxed); }

void addMapping(const std::byte* begin, std::size_t length)
{
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    for (auto& mapping : mappings) {
        std::uintptr_t free = 0;
        if (mapping.begin.compare_exchange_strong(free, address, std::memory_order_acq_rel)) {
            mapping.end.store(address + length, std::memory_order_release);
            return;
        }
    }
}

void removeMapping(const std::byte* begin)
{
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    for (auto& mapping : mappings) {
        if (mapping.begin.load(std::memory_order_acquire) == address) {
            mapping.end.store(0, std::memory_order_release);
            mapping.begin.store(0, std::memory_order_release);
            return;
        }
    }
}

} // namespace support
