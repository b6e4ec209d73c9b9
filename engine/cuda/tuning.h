#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/cuda/tune_cache.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Choosing among several ways of doing one piece of work by timing them on the device: algorithms
/// of cuBLASLt, engines of cuDNN, a library or our own kernel. What one plan may spend on it is
/// limited, what was found out is remembered (tune_cache.h).
///
///     TuneMemory memory(device);              // operands with noise in them
///     std::vector<TuneCandidate> candidates;  // each with a function that does the work once
///     const auto tuned = TRY(timeCandidates(device, key, candidates));
///     … candidates[tuned.best] …
namespace engine::cuda {

/// So many proposals of a library are timed at most.
inline constexpr std::size_t mostTuned = 5;

/// Memory of the device to time work in; given back with the object.
class TuneMemory {
public:
    explicit TuneMemory(ModuleBackend& device)
        : m_device(device)
    {
    }

    /// Elements with noise in them: zeros would be faster than what a model has, since they cost a
    /// device less power.
    Result<std::byte*> operand(ElementType element, std::uint64_t count);
    /// Uninitialised.
    Result<std::span<std::byte>> bytes(std::uint64_t count);

private:
    struct Release {
        ModuleBackend* device = nullptr;
        void operator()(std::byte* memory) const { device->release(memory); }
    };
    ModuleBackend& m_device;
    std::vector<std::unique_ptr<std::byte, Release>> m_blocks;
};

/// One way of doing the work.
struct TuneCandidate {
    std::string name; ///< with whose it is: `cuBLASLt algorithm 21, tile 18`, `our own kernel`
    std::string configuration; ///< by which it is found again
    std::function<Result<void>()> once;
};

struct Tuned {
    std::size_t best = 0; ///< of the candidates
    TunedChoice choice;
    /// The others with their times, and why the choice is not remembered if it is not.
    std::vector<std::string> notes;

    /// `fastest of 5`
    std::string how() const;
};

/// Times one after the other as long as the plan's budget lasts and remembers the fastest under
/// `key`. A candidate that fails is no choice; fails if none is left.
Result<Tuned> timeCandidates(
    ModuleBackend& device, const std::string& key, const std::vector<TuneCandidate>& candidates);

/// Which of a library and our own kernel is to do a piece of work.
struct KernelComparison {
    enum class Faster {
        Library,
        Ours,
        Unknown, ///< nothing was timed before, and there is no time left
    };
    Faster faster = Faster::Unknown;
    std::vector<std::string> notes; ///< the time of the other one
};
/// Times both or remembers which was faster. `ways` makes two candidates, the library's first; it
/// is called only if they are to be timed.
Result<KernelComparison> compareWithOwnKernel(ModuleBackend& device, const std::string& key,
    const std::function<Result<std::vector<TuneCandidate>>()>& ways);

/// `fastest of 5 on 2026-11-22`: of a choice that was remembered.
std::string rememberedHow(const TunedChoice& choice);
/// `cuBLASLt algorithm 12, tile 20: 53 µs, taken was cuBLASLt algorithm 21, tile 18: 41 µs`
std::vector<std::string> runnersUpOf(const TunedChoice& choice);

} // namespace engine::cuda
