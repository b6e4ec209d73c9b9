#include "tests/support/gpu/host_backend.h"

namespace {

/// Does its work when the library is loaded.
const struct Switch {
    Switch() { testing::useHostDevice(); }
} switchToEmulated;

}
