#pragma once

#include "model/support/descriptor.h"
#include "model/support/result.h"

#include <filesystem>
#include <functional>
#include <stop_token>

namespace cli {

/// A file whose lock means: this machine measures. All runners take it, so that two measurements
/// never disturb each other, whatever a cluster believes to be free.
inline constexpr const char* defaultMachineLock = "/tmp/opscope-measuring.lock";

/// Waits until no other program has the lock. `waits` is called once if it must wait. The lock ends
/// with the descriptor, and with all processes that inherited it. Fails with ErrorKind::Cancelled
/// after a stop request.
support::Result<support::Descriptor> lockMachine(const std::filesystem::path& file,
    const std::stop_token& stop, const std::function<void()>& waits);

} // namespace cli
