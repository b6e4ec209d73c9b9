#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine::cuda {

/// What was chosen for one piece of work by timing, and what it was chosen from.
struct TunedChoice {
    struct RunnerUp {
        std::string name; ///< `algorithm 21, tile 18`
        double medianNs = 0;
    };
    std::string name;
    std::string configuration; ///< as the library wants it back, hexadecimal
    double medianNs = 0;
    std::string date; ///< `2026-11-22`
    std::vector<RunnerUp> runnersUp;
};

/// Choices by key, in one file per class of GPU: `~/.cache/opscope/tune/<class>.json`. The key
/// holds everything that a choice depends on: operator, shapes, types, layout, versions of library
/// and driver. A file that cannot be read counts as empty and is written anew; one that cannot be
/// written is not written. Read when first asked.
class TuneCache {
public:
    /// An empty path: choices are remembered as long as this object.
    explicit TuneCache(std::filesystem::path file)
        : m_file(std::move(file))
    {
    }

    const TunedChoice* find(const std::string& key);
    /// Remembers it here and in the file, which is replaced as a whole. Fails if it cannot be
    /// written; the choice is remembered here all the same.
    support::Result<void> add(const std::string& key, TunedChoice choice);

private:
    void read();

    std::filesystem::path m_file;
    bool m_isRead = false;
    std::map<std::string, TunedChoice> m_choices;
};

/// `$XDG_CACHE_HOME/opscope/tune` or `~/.cache/opscope/tune`; empty without a home.
std::filesystem::path tuneFolder();

/// Bytes as hexadecimal digits and back; nothing if the text is not exactly so many bytes.
std::string hexOf(const void* bytes, std::size_t count);
bool bytesOfHex(std::string_view text, void* bytes, std::size_t count);

} // namespace engine::cuda
