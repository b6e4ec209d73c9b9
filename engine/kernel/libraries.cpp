#include "engine/kernel/libraries.h"

namespace engine {

#ifdef OPSCOPE_WITH_ONEDNN
namespace onednn {
/// Defined in engine/cpu/onednn.cpp, since the library's headers are included only there.
std::string version();
}
#endif

std::vector<Library> libraries()
{
    std::vector<Library> found;
#ifdef OPSCOPE_WITH_ONEDNN
    found.push_back({ "oneDNN", onednn::version() });
#endif
    return found;
}

} // namespace engine
