#pragma once

#include <filesystem>

namespace support {

/// Returns `$XDG_CACHE_HOME/opscope` if that variable is an absolute path, otherwise
/// `$HOME/.cache/opscope` (XDG Base Directory Specification). Empty if HOME is not set either.
std::filesystem::path cacheFolder();

} // namespace support
