#pragma once

#include "model/support/result.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace engine {

/// A team of threads that execute one function together: the thread that owns the team, and its
/// helpers. Every thread that runs models has a team of its own.
///
/// Each call of the function is a member of the team. A member belongs to one helper, but a thread
/// that has finished its own member takes over any that was not begun. So a region never waits for
/// a helper which the system does not run (other programs need the processors), only for members
/// that were begun. A region with a barrier is safe: who waits at the barrier takes over nothing.
///
/// Helpers wait for the next region in a loop for some time, and sleep after that.
class ThreadTeam {
public:
    using Body = void (*)(void* content);

    ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;
    /// Ends the helpers. No region may be running.
    ~ThreadTeam();

    /// The team of the calling thread.
    static ThreadTeam& own();

    /// Starts helpers until the team has `threads` threads. Fails (ErrorKind::Resource) if the
    /// system does not allow that many.
    support::Result<void> start(int threads);

    /// Calls body(content) once for each member and returns when all calls have returned. There may
    /// be fewer members than wanted: one inside another region, and as many as there are threads if
    /// the system allows no more. `body` must not throw. Called by the owner of the team, or inside
    /// a region.
    static void run(Body body, void* content, unsigned wanted);

    /// The part of a region that the calling thread executes.
    struct Member {
        ThreadTeam* team = nullptr; ///< null outside regions and in regions of one member
        unsigned number = 0;
        unsigned count = 1; ///< members of the region
        unsigned thread = 0; ///< 0 is the owner of the team; its helpers follow
        bool isInside = false; ///< the thread executes a member of a region
    };
    static const Member& current();
    /// Waits until all members of the region have called this.
    static void barrier();

private:
    struct Helper;

    void runTeam(Body body, void* content, unsigned members);
    void serve(Helper& helper);
    void takeMembers(std::uint32_t offer);
    void execute(unsigned number, bool isOffered);
    void waitForAll();
    /// How long a thread waits in a loop before it sleeps. `isAlone`: no other thread of the team
    /// is on its processor.
    std::chrono::nanoseconds patience(std::chrono::nanoseconds usual, bool isAlone) const;
    bool isOnOwnersProcessor() const;

    std::vector<std::unique_ptr<Helper>> m_helpers; ///< [i] executes member i + 1
    Body m_body = nullptr;
    void* m_content = nullptr;
    unsigned m_members = 0;
    std::atomic<bool> m_isCrowded = false; ///< more threads than processors
    std::uint32_t m_round = 0; ///< number of the region
    std::atomic<int> m_ownersProcessor = -1; ///< at the start of the region
    // Each on a cache line of its own: other threads write them.
    alignas(128) std::atomic<std::uint32_t> m_open = 0; ///< members that have not ended
    std::atomic<bool> m_hasGuest = false; ///< a helper began its member on the owner's processor
    alignas(128) std::atomic<std::uint32_t> m_arrived = 0; ///< at the barrier
    std::atomic<std::uint32_t> m_phase = 0; ///< of the barrier
};

/// Lets helpers that start from now on use only some logical processors: thread i of a team those
/// of entry i, modulo their number. The owner of a team is not moved. An empty list changes
/// nothing.
void placeThreads(std::vector<std::vector<std::uint32_t>> processors);

} // namespace engine
