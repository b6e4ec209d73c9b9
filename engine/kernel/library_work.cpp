#include "engine/kernel/kernel.h"
#include "engine/run/thread_team.h"
#include "engine/run/work_scope.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdint>

/// Runs the parallel regions of oneDNN on the team of the engine (thread_team.h), and reports its
/// work to the observer of the step. oneDNN has no hook for either, but GCC compiles each `#pragma
/// omp parallel` to a call of GOMP_parallel by name. The functions here are found first, since the
/// OpenMP runtime is loaded after the engine that needs oneDNN. Calls of other libraries are passed
/// on to the runtime: a region may need more of its functions than oneDNN uses.
///
/// A reported piece contains everything that the thread does from the begin to the end of the
/// parallel region, including waits at barriers inside it.

namespace {

using engine::ThreadTeam;
using Body = void (*)(void*);

/// The function of this name in the OpenMP runtime; null if none is loaded.
template <typename Function>
Function* runtimeFunction(const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// The addresses at which a library is loaded.
struct AddressRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;

    bool contains(const void* address) const
    {
        const auto place = reinterpret_cast<std::uintptr_t>(address);
        return place >= begin && place < end;
    }
};

int addSegments(dl_phdr_info* object, std::size_t, void* content)
{
    auto& range = *static_cast<AddressRange*>(content);
    if (object->dlpi_addr != range.begin)
        return 0;
    for (int i = 0; i < object->dlpi_phnum; ++i)
        if (const auto& segment = object->dlpi_phdr[i]; segment.p_type == PT_LOAD)
            range.end = std::max<std::uintptr_t>(
                range.end, object->dlpi_addr + segment.p_vaddr + segment.p_memsz);
    return 1;
}

/// Where oneDNN is; an empty range if it is not loaded.
const AddressRange& onednnRange()
{
    static const auto range = [] {
        AddressRange found;
        Dl_info info {};
        auto* const symbol = ::dlsym(RTLD_DEFAULT, "dnnl_version");
        if (symbol != nullptr && ::dladdr(symbol, &info) != 0) {
            found.begin = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
            found.end = found.begin;
            ::dl_iterate_phdr(addSegments, &found);
        }
        return found;
    }();
    return range;
}

thread_local int libraryThreads = 0; // 0: not set

struct LibraryRegion {
    Body body;
    void* content;
    int libraryThreads; ///< of the thread that divides the work
    engine::WorkDivision work;
};

void runMember(void* content)
{
    const auto& region = *static_cast<const LibraryRegion*>(content);
    libraryThreads = region.libraryThreads;
    const engine::ReportedWorkPiece piece(region.work.target(), ThreadTeam::current().thread);
    region.body(region.content);
}

} // namespace

#define OPSCOPE_EXPORTED extern "C" __attribute__((visibility("default")))

OPSCOPE_EXPORTED int omp_get_max_threads()
{
    if (libraryThreads > 0)
        return libraryThreads;
    static auto* const next = runtimeFunction<int()>("omp_get_max_threads");
    return next != nullptr ? next() : 1;
}

OPSCOPE_EXPORTED int omp_get_thread_num()
{
    if (ThreadTeam::current().isInside)
        return static_cast<int>(ThreadTeam::current().number);
    static auto* const next = runtimeFunction<int()>("omp_get_thread_num");
    return next != nullptr ? next() : 0;
}

OPSCOPE_EXPORTED int omp_get_num_threads()
{
    if (ThreadTeam::current().isInside)
        return static_cast<int>(ThreadTeam::current().count);
    static auto* const next = runtimeFunction<int()>("omp_get_num_threads");
    return next != nullptr ? next() : 1;
}

OPSCOPE_EXPORTED int omp_in_parallel()
{
    if (ThreadTeam::current().isInside)
        return 1;
    static auto* const next = runtimeFunction<int()>("omp_in_parallel");
    return next != nullptr ? next() : 0;
}

OPSCOPE_EXPORTED void GOMP_barrier()
{
    if (ThreadTeam::current().isInside)
        return ThreadTeam::barrier();
    static auto* const next = runtimeFunction<void()>("GOMP_barrier");
    if (next != nullptr)
        next();
}

OPSCOPE_EXPORTED void GOMP_parallel(Body body, void* content, unsigned threads, unsigned flags)
{
    static auto* const next
        = runtimeFunction<void(Body, void*, unsigned, unsigned)>("GOMP_parallel");
    if (next != nullptr && !onednnRange().contains(__builtin_return_address(0)))
        return next(body, content, threads, flags);
    LibraryRegion region { body, content, omp_get_max_threads(), {} };
    ThreadTeam::run(
        runMember, &region, threads > 0 ? threads : static_cast<unsigned>(region.libraryThreads));
}

namespace engine {

void setLibraryThreads(int threads)
{
    libraryThreads = threads;
    // For a program whose own OpenMP runtime is found before the functions here.
    static auto* const set = runtimeFunction<void(int)>("omp_set_num_threads");
    if (set != nullptr && !seesLibraryWork())
        set(threads);
}

/// Whether the loader finds the functions above first. It may find others (a program that brings
/// its own OpenMP).
bool seesLibraryWork()
{
    static const bool isOurs = [] {
        Dl_info here {};
        Dl_info found {};
        auto* const first = ::dlsym(RTLD_DEFAULT, "GOMP_parallel");
        return first != nullptr && ::dladdr(reinterpret_cast<void*>(&runMember), &here) != 0
            && ::dladdr(first, &found) != 0 && here.dli_fbase == found.dli_fbase;
    }();
    return isOurs;
}

} // namespace engine
