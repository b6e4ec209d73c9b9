#include "engine/plan/engine.h"

namespace engine {

#ifndef OPSCOPE_WITH_ONEDNN
std::string onednnVersion() { return {}; } // else in engine/cpu/onednn/version.cpp
#endif

} // namespace engine
