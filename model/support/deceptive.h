#pragma once

namespace support {

/// True for invisible characters, for characters that change the writing direction, and for control
/// characters beyond ASCII.
bool isDeceptive(char32_t c);

} // namespace support
