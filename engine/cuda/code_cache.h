#pragma once

#include "engine/cuda/rtc_compiler.h"

#include <filesystem>
#include <optional>
#include <string>

namespace engine::cuda {

/// A cache of compiled code on disk, one file per key. A file whose head or hash is wrong counts as
/// missing. Any thread may use it, and several programs at once.
class CodeCache {
public:
    /// With an empty path the cache stores nothing.
    explicit CodeCache(std::filesystem::path folder);

    std::optional<CompiledCode> find(const std::string& key) const;
    support::Result<void> store(const std::string& key, const CompiledCode& code) const;
    std::filesystem::path fileOf(const std::string& key) const;

private:
    std::filesystem::path m_folder;
};

/// `$XDG_CACHE_HOME/opscope/cubin` if that variable is an absolute path, else
/// `~/.cache/opscope/cubin`. Empty if HOME is not set.
std::filesystem::path codeCacheFolder();

} // namespace engine::cuda
