#pragma once

#include "model/support/result.h"

namespace engine {

/// Starts the OpenMP threads that parallelFor and libraries use for calls from this thread. The
/// OpenMP runtime would end the program if it could not start one. Fails (ErrorKind::Resource) if
/// the system does not allow that many. Called before anything runs; a second call costs nothing.
support::Result<void> startThreads(int threads);

/// Fails as startThreads, also if threads were started before: the runtime ends threads that a
/// smaller loop does not use, and starts them again later.
support::Result<void> checkThreads(int threads);

} // namespace engine
