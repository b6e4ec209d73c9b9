#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/tuning/timing_context.h"
#include "engine/tuning/tune_cache.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Chooses among several implementations of one piece of work by timing them on the device:
/// algorithms of cuBLASLt, engines of cuDNN, a library or our own kernel. The time per plan is
/// limited. Choices are remembered (engine/tuning/tune_cache.h).
///
///     TuneMemory memory(device);              // operands with noise in them
///     std::vector<TuneCandidate> candidates;  // each with a function that does the work once
///     const auto tuned = TRY(timeCandidates(device, key, candidates));
///     … candidates[tuned.best] …
namespace engine::cuda {

/// Limit of the proposals of a library that are timed.
inline constexpr std::size_t maxTuned = 5;

/// Memory of the device for timing, released with the object.
class TuneMemory {
public:
    explicit TuneMemory(ModuleBackend& device)
        : m_device(device)
    {
    }

    /// Returns memory filled with noise. Zeros would be faster than a model's data, because the
    /// device needs less power for them.
    Result<std::byte*> operand(ElementType element, std::uint64_t count);
    /// Returns uninitialised memory.
    Result<std::span<std::byte>> bytes(std::uint64_t count);
    /// A tensor filled by fillWithNoise(), which limits the element types.
    Result<Tensor> noise(const TensorType& type);
    /// A context whose kernels get memory of this object, which must live longer.
    TimingContext context();

private:
    struct Release {
        ModuleBackend* device = nullptr;
        void operator()(std::byte* memory) const { device->release(memory); }
    };
    ModuleBackend& m_device;
    std::vector<std::unique_ptr<std::byte, Release>> m_blocks;
};

/// One candidate implementation of the work.
struct TuneCandidate {
    std::string name; ///< with its owner: `cuBLASLt algorithm 21, tile 18`, `our own kernel`
    std::string configuration; ///< text by which the candidate is found again
    std::function<Result<void>()> once;
};

/// The result of timeCandidates().
struct Tuned {
    std::size_t best = 0; ///< index of the fastest candidate
    TunedChoice choice;
    /// The other candidates with their times, and the reason if the choice could not be stored.
    std::vector<std::string> notes;

    /// `fastest of 5`
    std::string how() const;
};

/// Times the candidates one after the other while the plan's budget lasts, and stores the fastest
/// under `key`. Candidates that fail are skipped; fails if none was timed.
Result<Tuned> timeCandidates(
    ModuleBackend& device, const std::string& key, const std::vector<TuneCandidate>& candidates);

/// Result of a comparison between a library and our own kernel.
struct KernelComparison {
    enum class Faster {
        Library,
        Ours,
        Unknown, ///< nothing is stored, and the plan's budget is spent
    };
    Faster faster = Faster::Unknown;
    std::vector<std::string> notes; ///< the time of the slower one
};
/// Reads which one was faster from the tune cache, or times both. `ways` makes two candidates, the
/// library's first; it is called only if they are timed.
Result<KernelComparison> compareWithOwnKernel(ModuleBackend& device, const std::string& key,
    const std::function<Result<std::vector<TuneCandidate>>()>& ways);

/// Convert between bytes and hexadecimal digits. bytesOfHex returns false if `text` is not exactly
/// `count` bytes.
std::string hexOf(const void* bytes, std::size_t count);
bool bytesOfHex(std::string_view text, void* bytes, std::size_t count);

} // namespace engine::cuda
