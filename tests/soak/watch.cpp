#include "tests/soak/watch.h"

#include "tests/soak/log.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <execinfo.h>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace soak {

namespace {

using namespace std::chrono_literals;

constexpr int beatEveryMs = 10;
constexpr double firstStackMs = 180; // of a long event
constexpr double nextStackMs = 400;
constexpr int stackSignal = SIGUSR2;
#ifdef __SANITIZE_THREAD__
constexpr bool hasStacks = false; // the sanitizer delays signals until the event ends
#else
constexpr bool hasStacks = true;
#endif

double clockMs(clockid_t clock)
{
    timespec time {};
    ::clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// One line a frame, `  at /path/library+0x1234`, as run.sh reads it.
void printStack(int)
{
    std::array<void*, 60> frames {};
    const int count = ::backtrace(frames.data(), int(frames.size()));
    for (int i = 1; i < count; ++i) {
        Dl_info info {};
        if (::dladdr(frames[std::size_t(i)], &info) == 0 || info.dli_fname == nullptr)
            continue;
        const auto offset = reinterpret_cast<std::uintptr_t>(frames[std::size_t(i)])
            - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
        ::dprintf(STDOUT_FILENO, "  at %s+0x%zx\n", info.dli_fname, std::size_t(offset));
    }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void printCrash(int signal)
{
    constexpr std::string_view text = "CRASH\n";
    (void)!::write(STDOUT_FILENO, text.data(), text.size());
    printStack(signal);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void watchCrashes()
{
    for (const int signal : { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT })
        std::signal(signal, printCrash);
}
#else
void watchCrashes() { } // the sanitizer says more
#endif

} // namespace

ThreadTimes ThreadTimes::of(int thread)
{
    ThreadTimes times { clockMs(CLOCK_MONOTONIC), 0, 0 };
    const auto path = "/proc/self/task/" + std::to_string(thread) + "/schedstat";
    if (auto* file = std::fopen(path.c_str(), "r")) {
        unsigned long long ran = 0;
        unsigned long long waited = 0; // ns
        if (std::fscanf(file, "%llu %llu", &ran, &waited) == 2) {
            times.core = double(ran) / 1e6;
            times.queue = double(waited) / 1e6;
        }
        std::fclose(file);
    }
    return times;
}

ThreadTimes ThreadTimes::operator-(const ThreadTimes& before) const
{
    return { clock - before.clock, core - before.core, queue - before.queue };
}

Watch::Watch(Limits limits, std::function<std::string()> actionNow)
    : m_limits(limits)
    , m_actionNow(std::move(actionNow))
    , m_thread(int(::syscall(SYS_gettid)))
    , m_last(ThreadTimes::of(m_thread))
{
    std::array<void*, 2> frames {};
    ::backtrace(frames.data(), int(frames.size())); // loads what the signal handler needs
    struct sigaction action { };
    action.sa_handler = printStack;
    action.sa_flags = SA_RESTART;
    ::sigaction(stackSignal, &action, nullptr);
    watchCrashes();
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { beat(); });
    m_timer.start(beatEveryMs);
    m_guard = std::jthread([this](const std::stop_token& stop) { guard(stop); });
}

Watch::~Watch() = default;

void Watch::restart()
{
    const std::scoped_lock lock(m_mutex);
    m_last = ThreadTimes::of(m_thread);
}

void Watch::beat()
{
    const auto now = ThreadTimes::of(m_thread);
    const auto gap = now - m_last;
    {
        const std::scoped_lock lock(m_mutex);
        m_last = now;
    }
    if (gap.clock > m_limits.delayMs) {
        const bool isOwn = gap.own() > m_limits.delayMs;
        say("%s of %.0f ms: %.0f ms on a core, %.0f ms waiting for one, %.0f ms for something "
            "else; %s",
            isOwn ? "DELAY" : "delay", gap.clock, gap.core, gap.queue, gap.own() - gap.core,
            m_actionNow().c_str());
        if (isOwn)
            m_delays.push_back({ gap, m_actionNow() });
    }
    m_longest = std::max(m_longest, gap.own());
}

void Watch::guard(const std::stop_token& stop)
{
    double next = firstStackMs;
    double of = 0; // the beat before the event whose stacks are printed
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(20ms);
        ThreadTimes last;
        {
            const std::scoped_lock lock(m_mutex);
            last = m_last;
        }
        const double gap = (ThreadTimes::of(m_thread) - last).own();
        if (last.clock != of) {
            of = last.clock;
            next = firstStackMs;
        }
        const bool isHanging = gap > m_limits.hangMs;
        if (hasStacks && (gap > next || isHanging)) {
            next = gap + nextStackMs;
            say("stack of the window's thread after %.0f ms", gap);
            ::syscall(SYS_tgkill, ::getpid(), m_thread, stackSignal);
        }
        if (isHanging) {
            std::this_thread::sleep_for(1s);
            say("HANG: the event loop does not turn any more");
            std::abort();
        }
    }
}

} // namespace soak
