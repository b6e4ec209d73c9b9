#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine::cuda {

/// The fastest candidate for one piece of work, and the candidates that were slower.
struct TunedChoice {
    struct RunnerUp {
        std::string name; ///< `algorithm 21, tile 18`
        double medianNs = 0;
    };
    std::string name;
    std::string configuration; ///< for the library, in hexadecimal
    double medianNs = 0;
    std::string date; ///< `2026-11-22`
    std::vector<RunnerUp> runnersUp;
};

/// Tuned choices by key, in one file per model of GPU: `~/.cache/opscope/tune/<class>.json`. The
/// key contains all that a choice depends on: operator, shapes, types, layout, versions of library
/// and driver. The file is read when it is first needed. A file that cannot be read counts as
/// empty.
class TuneCache {
public:
    /// With an empty path, choices are kept only as long as this object lives.
    explicit TuneCache(std::filesystem::path file)
        : m_file(std::move(file))
    {
    }

    const TunedChoice* find(const std::string& key);
    /// Adds the choice and rewrites the file, including what other processes have added to it.
    /// Fails if the file cannot be written; this object then still has the choice.
    support::Result<void> add(const std::string& key, TunedChoice choice);

private:
    void read();

    std::filesystem::path m_file;
    bool m_isRead = false;
    std::map<std::string, TunedChoice> m_choices;
};

/// `$XDG_CACHE_HOME/opscope/tune` or `~/.cache/opscope/tune`; empty if HOME is not set either.
std::filesystem::path tuneFolder();

/// Convert between bytes and hexadecimal digits. bytesOfHex returns false if `text` is not exactly
/// `count` bytes.
std::string hexOf(const void* bytes, std::size_t count);
bool bytesOfHex(std::string_view text, void* bytes, std::size_t count);

} // namespace engine::cuda
