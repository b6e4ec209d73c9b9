#include "engine/kernel/libraries.h"

#include "engine/plan/engine.h"

namespace engine {

#ifdef OPSCOPE_WITH_ONEDNN
namespace onednn {
/// Defined in engine/cpu/onednn.cpp, since the library's headers are included only there.
std::string version();
}
#endif

std::string onednnVersion()
{
#ifdef OPSCOPE_WITH_ONEDNN
    return onednn::version();
#else
    return {};
#endif
}

std::vector<Library> libraries()
{
    std::vector<Library> found;
    if (auto version = onednnVersion(); !version.empty())
        found.push_back({ "oneDNN", std::move(version) });
    return found;
}

} // namespace engine
