#include "engine/run/thread_team.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <system_error>
#include <utility>

namespace engine {

using support::Result;

namespace {

// A step is followed by the next one after microseconds. A thread that sleeps needs tens of
// microseconds to wake up.
constexpr auto helperPatience = std::chrono::milliseconds(1);
// Members of one region end at nearly the same time, unless the system interrupts one of them. It
// then gets this processor sooner if this thread sleeps.
constexpr auto ownerPatience = std::chrono::microseconds(200);
// Of a team with more threads than processors, or where another program leaves one processor to two
// threads: who waits in a loop takes a processor from who works.
constexpr auto crowdedPatience = std::chrono::microseconds(2);

void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// Looks at a condition in a loop. Returns whether it became true in that time.
template <typename Condition>
bool becomes(const Condition& condition, std::chrono::nanoseconds patience)
{
    constexpr int looks = 64; // between two readings of the clock
    std::chrono::steady_clock::time_point end;
    do {
        for (int i = 0; i < looks; ++i) {
            if (condition())
                return true;
            pause();
        }
        if (end == std::chrono::steady_clock::time_point())
            end = std::chrono::steady_clock::now() + patience;
    } while (std::chrono::steady_clock::now() < end);
    return condition();
}

thread_local ThreadTeam::Member member;

struct Places {
    std::mutex mutex;
    std::vector<std::vector<std::uint32_t>> processors;
};

Places& places()
{
    static Places all;
    return all;
}

/// Moves the calling thread to its processors. What the system refuses stays as it was.
void moveToPlace(unsigned thread)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    {
        const std::lock_guard lock(places().mutex);
        const auto& all = places().processors;
        if (all.empty())
            return;
        for (const auto processor : all[thread % all.size()])
            if (processor < CPU_SETSIZE)
                CPU_SET(processor, &set);
    }
    if (CPU_COUNT(&set) > 0)
        ::sched_setaffinity(0, sizeof(set), &set);
}

// A ticket is odd while there is nothing to do. An even ticket offers a member; who makes it odd
// executes the member.
constexpr std::uint32_t endTicket = 0;
constexpr std::uint32_t firstTicket = 1;

std::uint32_t offerOf(std::uint32_t round) { return 2 * round; }
bool isOffer(std::uint32_t ticket) { return ticket % 2 == 0; }

} // namespace

struct alignas(128) ThreadTeam::Helper {
    std::atomic<std::uint32_t> ticket = firstTicket;
    unsigned number = 0; ///< its member; also the number of its thread
    std::jthread thread;

    bool take(std::uint32_t offer)
    {
        return ticket.load(std::memory_order_relaxed) == offer
            && ticket.compare_exchange_strong(offer, offer + 1, std::memory_order_acquire);
    }
};

ThreadTeam::ThreadTeam() = default;

ThreadTeam::~ThreadTeam()
{
    for (auto& helper : m_helpers) {
        helper->ticket.store(endTicket, std::memory_order_release);
        helper->ticket.notify_one();
    }
}

ThreadTeam& ThreadTeam::own()
{
    thread_local ThreadTeam team;
    return team;
}

const ThreadTeam::Member& ThreadTeam::current() { return member; }

Result<void> ThreadTeam::start(int threads)
{
    const auto wanted = static_cast<std::size_t>(std::max(threads, 1));
    if (wanted <= m_helpers.size() + 1)
        return {};
    m_isCrowded.store(wanted > std::thread::hardware_concurrency(), std::memory_order_relaxed);
    try {
        m_helpers.reserve(wanted - 1);
        while (m_helpers.size() + 1 < wanted) {
            auto helper = std::make_unique<Helper>();
            helper->number = static_cast<unsigned>(m_helpers.size()) + 1;
            helper->thread = std::jthread([this, &helper = *helper] { serve(helper); });
            m_helpers.push_back(std::move(helper));
        }
    } catch (const std::exception& error) {
        return support::failAs(support::ErrorKind::Resource, "of ", wanted, " threads only ",
            m_helpers.size() + 1, " can be started (", error.what(),
            "): take fewer, or raise the limits of address space and processes");
    }
    return {};
}

void ThreadTeam::run(Body body, void* content, unsigned wanted)
{
    if (!member.isInside && wanted > 1) {
        auto& team = own();
        (void)team.start(static_cast<int>(wanted)); // with fewer threads there are fewer members
        const auto threads = static_cast<unsigned>(team.m_helpers.size()) + 1;
        if (threads > 1)
            return team.runTeam(body, content, std::min(wanted, threads));
    }
    if (!member.isInside)
        return body(content);
    const auto before = std::exchange(member, { nullptr, 0, 1, member.thread, true });
    body(content);
    member = before;
}

void ThreadTeam::runTeam(Body body, void* content, unsigned members)
{
    constexpr std::uint32_t rounds = 0x7fff'fffe;
    m_round = m_round % rounds + 1; // an offer is never endTicket
    m_body = body;
    m_content = content;
    m_members = members;
    m_arrived.store(0, std::memory_order_relaxed);
    m_open.store(members, std::memory_order_relaxed);
    m_hasGuest.store(false, std::memory_order_relaxed);
    m_ownersProcessor.store(::sched_getcpu(), std::memory_order_relaxed);
    const auto offer = offerOf(m_round);
    for (unsigned i = 0; i + 1 < members; ++i) {
        m_helpers[i]->ticket.store(offer, std::memory_order_release);
        m_helpers[i]->ticket.notify_one();
    }
    execute(0, false);
    takeMembers(offer);
    waitForAll();
}

void ThreadTeam::execute(unsigned number, bool isOffered)
{
    const auto before = std::exchange(member, { this, number, m_members, member.thread, true });
    m_body(m_content);
    member = before;
    if (m_open.fetch_sub(1, std::memory_order_acq_rel) == 1 && isOffered)
        m_open.notify_one();
}

/// Executes the members that nobody has begun.
void ThreadTeam::takeMembers(std::uint32_t offer)
{
    const auto helpers = m_members - 1;
    for (unsigned i = 0; i < helpers; ++i)
        if (m_helpers[i]->take(offer))
            execute(m_helpers[i]->number, true);
}

void ThreadTeam::waitForAll()
{
    const auto isDone = [this] { return m_open.load(std::memory_order_acquire) == 0; };
    const bool isAlone = !m_hasGuest.load(std::memory_order_relaxed);
    if (becomes(isDone, patience(ownerPatience, isAlone)))
        return;
    for (auto open = m_open.load(std::memory_order_acquire); open != 0;
         open = m_open.load(std::memory_order_acquire))
        m_open.wait(open, std::memory_order_acquire);
}

std::chrono::nanoseconds ThreadTeam::patience(std::chrono::nanoseconds usual, bool isAlone) const
{
    return m_isCrowded.load(std::memory_order_relaxed) || !isAlone ? crowdedPatience : usual;
}

bool ThreadTeam::isOnOwnersProcessor() const
{
    return ::sched_getcpu() == m_ownersProcessor.load(std::memory_order_relaxed);
}

void ThreadTeam::serve(Helper& helper)
{
    member.thread = helper.number;
    moveToPlace(helper.number);
    for (;;) {
        auto ticket = helper.ticket.load(std::memory_order_acquire);
        if (!isOffer(ticket)
            && !becomes(
                [&] {
                    ticket = helper.ticket.load(std::memory_order_acquire);
                    return isOffer(ticket);
                },
                patience(helperPatience, !isOnOwnersProcessor()))) {
            helper.ticket.wait(ticket, std::memory_order_acquire);
            continue;
        }
        if (ticket == endTicket)
            return;
        if (!helper.take(ticket))
            continue;
        if (isOnOwnersProcessor())
            m_hasGuest.store(true, std::memory_order_relaxed);
        execute(helper.number, true);
    }
}

void ThreadTeam::barrier()
{
    auto* const team = member.team;
    if (team == nullptr)
        return;
    const auto phase = team->m_phase.load(std::memory_order_acquire);
    if (team->m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == team->m_members) {
        team->m_arrived.store(0, std::memory_order_relaxed);
        team->m_phase.fetch_add(1, std::memory_order_release);
        team->m_phase.notify_all();
        return;
    }
    const auto isPast = [&] { return team->m_phase.load(std::memory_order_acquire) != phase; };
    const bool isAlone = !team->m_hasGuest.load(std::memory_order_relaxed);
    if (!becomes(isPast, team->patience(ownerPatience, isAlone)))
        while (!isPast())
            team->m_phase.wait(phase, std::memory_order_acquire);
}

void placeThreads(std::vector<std::vector<std::uint32_t>> processors)
{
    const std::lock_guard lock(places().mutex);
    places().processors = std::move(processors);
}

} // namespace engine
