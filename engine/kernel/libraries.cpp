#include "engine/kernel/libraries.h"

namespace engine {

#ifdef OPSCOPE_WITH_ONEDNN
namespace onednn {
/// In onednn.cpp, which alone sees the library's headers.
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
