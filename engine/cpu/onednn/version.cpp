#include "engine/plan/engine.h"

#include "engine/cpu/onednn.h"

namespace engine {

std::string onednnVersion()
{
    const auto* version = dnnl::version();
    return std::to_string(version->major) + "." + std::to_string(version->minor) + "."
        + std::to_string(version->patch);
}

} // namespace engine
