#include "model/support/cache_folder.h"

#include <cstdlib>

namespace support {

std::filesystem::path cacheFolder()
{
    if (const auto* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
        return std::filesystem::path(cache) / "opscope";
    const auto* home = std::getenv("HOME");
    return home == nullptr || *home == '\0' ? std::filesystem::path()
                                            : std::filesystem::path(home) / ".cache/opscope";
}

} // namespace support
