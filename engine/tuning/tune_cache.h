#pragma once

#include "engine/tuning/tuned_choice.h"
#include "model/support/result.h"

#include <filesystem>
#include <map>
#include <string>

namespace engine {

/// Tuned choices by key, in one file per model of GPU or processor:
/// `~/.cache/opscope/tune/<class>.json`. The key contains all that a choice depends on: operator,
/// shapes, types, layout, threads, versions of library and driver. The file is read when it is
/// first needed. A file that cannot be read counts as empty.
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

} // namespace engine
