#pragma once

namespace support {

/// Invisible characters, those that change the order in which a line is shown, and control
/// characters beyond ASCII.
bool isDeceptive(char32_t c);

} // namespace support
