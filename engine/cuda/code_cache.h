#pragma once

#include "engine/cuda/rtc_compiler.h"

#include <filesystem>
#include <optional>
#include <string>

namespace engine::cuda {

/// Compiled code kept between runs of the program, a file per key. A file that is not what was
/// written is as good as none. Any thread, any number of programs.
class CodeCache {
public:
    /// Keeps nothing in an empty folder's name.
    explicit CodeCache(std::filesystem::path folder);

    std::optional<CompiledCode> find(const std::string& key) const;
    support::Result<void> store(const std::string& key, const CompiledCode& code) const;
    std::filesystem::path fileOf(const std::string& key) const;

private:
    std::filesystem::path m_folder;
};

/// `$XDG_CACHE_HOME/opscope/cubin`, else below `~/.cache`; empty without a home.
std::filesystem::path codeCacheFolder();

} // namespace engine::cuda
