#include "engine/run/work_scope.h"

#include <dlfcn.h>
#include <omp.h>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

/// Reports the work that oneDNN divides among threads. oneDNN uses OpenMP and has no hook that
/// would report it; GCC's OpenMP has none either (no OMPT). But GCC compiles every `#pragma omp
/// parallel` to a call of GOMP_parallel by name. The function here is found first, since the
/// runtime is loaded after the engine that needs it. It passes each call on. While a step is
/// observed, it reports the work of each member of the team; otherwise it costs one branch.
///
/// A reported piece contains everything that the thread does from the begin to the end of the
/// parallel region, including waits at barriers inside it.

namespace {

using Body = void (*)(void*);
using Divide = void (*)(Body, void*, unsigned, unsigned);

/// Returns the GOMP_parallel of the runtime; null if no further one is loaded.
Divide runtimeDivide()
{
    static const auto found = reinterpret_cast<Divide>(::dlsym(RTLD_NEXT, "GOMP_parallel"));
    return found;
}

// The OpenMP runtime is not compiled with ThreadSanitizer, which therefore cannot see how a region
// passes from thread to thread. Both ends of a region are annotated.
#if defined(__SANITIZE_THREAD__)
struct Region {
    Body body;
    void* content;
};

void runRegion(void* content)
{
    __tsan_acquire(content);
    const auto& region = *static_cast<const Region*>(content);
    region.body(region.content);
    __tsan_release(content);
}

void divide(Body body, void* content, unsigned threads, unsigned flags)
{
    Region region { body, content };
    __tsan_release(&region);
    runtimeDivide()(runRegion, &region, threads, flags);
    __tsan_acquire(&region);
}
#else
void divide(Body body, void* content, unsigned threads, unsigned flags)
{
    runtimeDivide()(body, content, threads, flags);
}
#endif

struct Team {
    const engine::WorkTarget& target;
    Body body;
    void* content;
};

void runMember(void* content)
{
    const auto& team = *static_cast<const Team*>(content);
    const engine::ReportedWorkPiece piece(
        team.target, static_cast<std::uint32_t>(::omp_get_thread_num()));
    team.body(team.content);
}

} // namespace

extern "C" __attribute__((visibility("default"))) void GOMP_parallel(
    Body body, void* content, unsigned threads, unsigned flags)
{
    if (runtimeDivide() == nullptr) // OpenMP allows a team of one thread
        return body(content);
    if (engine::currentWorkTarget().observer == nullptr)
        return divide(body, content, threads, flags);
    const engine::WorkDivision work;
    Team team { work.target(), body, content };
    divide(runMember, &team, threads, flags);
}

namespace engine {

/// Whether the loader finds the function above first. It may find another one (a program that
/// brings its own OpenMP).
bool seesLibraryWork()
{
    static const bool isOurs = [] {
        Dl_info here {};
        Dl_info found {};
        auto* const first = ::dlsym(RTLD_DEFAULT, "GOMP_parallel");
        return first != nullptr && runtimeDivide() != nullptr
            && ::dladdr(reinterpret_cast<void*>(&runMember), &here) != 0
            && ::dladdr(first, &found) != 0 && here.dli_fbase == found.dli_fbase;
    }();
    return isOurs;
}

} // namespace engine
