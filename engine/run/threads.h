#pragma once

#include "model/support/result.h"

namespace engine {

/// Makes the threads that parallelFor and libraries with the same runtime (OpenMP) take on the
/// calling thread: that runtime ends the program where it gets none. Fails (ErrorKind::Resource)
/// where the system does not give as many. Done before anything runs; again costs nothing.
support::Result<void> startThreads(int threads);

/// Fails as startThreads, whether threads were started before or not: the runtime ends threads that
/// a smaller loop has no use for, and makes them anew.
support::Result<void> checkThreads(int threads);

} // namespace engine
