#include "engine/run/work_scope.h"

#include <dlfcn.h>
#include <omp.h>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

/// oneDNN divides its work with OpenMP and has no hook that would tell of it, nor has GCC's OpenMP
/// (no OMPT). But every `#pragma omp parallel` that GCC compiled is a call of GOMP_parallel, by
/// name: the one here is found first, since the runtime is loaded after the engine that needs it,
/// and passes each call on. While a step is observed it tells what the members of the team do;
/// otherwise it costs a branch.
///
/// What a piece contains is all that the library's thread does between the begin and the end of
/// the loop, waiting at barriers within it included.

namespace {

using Body = void (*)(void*);
using Divide = void (*)(Body, void*, unsigned, unsigned);

/// The runtime's own; null if there is none behind this one.
Divide runtimeDivide()
{
    static const auto found = reinterpret_cast<Divide>(::dlsym(RTLD_NEXT, "GOMP_parallel"));
    return found;
}

// ThreadSanitizer cannot see how the runtime hands a region over and takes it back, since that
// library is not compiled with it: both ends of a region say so.
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
    const engine::WorkEars& ears;
    Body body;
    void* content;
};

void runMember(void* content)
{
    const auto& team = *static_cast<const Team*>(content);
    const engine::WorkPiece piece(team.ears, static_cast<std::uint32_t>(::omp_get_thread_num()));
    team.body(team.content);
}

} // namespace

extern "C" __attribute__((visibility("default"))) void GOMP_parallel(
    Body body, void* content, unsigned threads, unsigned flags)
{
    if (runtimeDivide() == nullptr) // a team of one is what the standard allows
        return body(content);
    if (engine::workEars().observer == nullptr)
        return divide(body, content, threads, flags);
    const engine::DividedWork work;
    Team team { work.ears(), body, content };
    divide(runMember, &team, threads, flags);
}

namespace engine {

/// The loader finds the function above for everybody, or another one (a program that brings its
/// own OpenMP).
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
