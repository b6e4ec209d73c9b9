#include "tests/support/engine/faulty_kernels.h"

namespace {

/// Does its work when the library is loaded.
const struct Registration {
    Registration() { testing::registerFaultyKernels(); }
} registration;

}
