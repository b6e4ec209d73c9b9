#pragma once

#include <span>
#include <string>
#include <vector>

namespace engine {

/// The fastest candidate for one piece of work, and the candidates that were slower.
struct TunedChoice {
    struct RunnerUp {
        std::string name; ///< `algorithm 21, tile 18`
        double medianNs = 0;
    };
    std::string name;
    std::string configuration; ///< by which the owner of the candidates finds this one again
    double medianNs = 0; ///< on the CPU the shortest run, not the median
    std::string date; ///< `2026-11-22`
    std::vector<RunnerUp> runnersUp;
};

/// The time of one candidate.
struct TimedCandidate {
    std::size_t index = 0; ///< among the candidates
    std::string name;
    std::string configuration;
    double ns = 0;
};

/// Sorts by time and returns the choice of the first one, with the date of today. `timed` must not
/// be empty.
TunedChoice chooseFastest(std::vector<TimedCandidate>& timed);

/// Text for a choice from the tune cache: `fastest of 5 on 2026-11-22`.
std::string rememberedHow(const TunedChoice& choice);
/// Returns a line for each slower candidate: `cuBLASLt algorithm 12, tile 20: 53 µs, taken was
/// cuBLASLt algorithm 21, tile 18: 41 µs`
std::vector<std::string> runnersUpOf(const TunedChoice& choice);

} // namespace engine
