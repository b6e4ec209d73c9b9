#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

/// A message of `serve`: the length of the JSON and that of a payload, two little-endian numbers of
/// 32 bits, and then the JSON. No message has a payload yet.
constexpr std::uint32_t mostFrameBytes = std::uint32_t(16) << 20;

/// Waits for the next message; nothing at the end of the input. Fails with ErrorKind::Usage for a
/// message that is too long, has a payload or is cut off: where the next one begins is unknown
/// then.
support::Result<std::optional<std::string>> readFrame(int descriptor);

/// Fails with ErrorKind::Usage for JSON above the limit, and with ErrorKind::File if nobody reads.
support::Result<void> writeFrame(int descriptor, std::string_view json);

} // namespace cli
