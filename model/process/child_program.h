#pragma once

#include <filesystem>

namespace support {

/// Returns the program that is started as a child process: `opscope-cli` beside the running
/// program, unless useChildProgram has set another.
std::filesystem::path childProgram();
/// Sets the program, for tests.
void useChildProgram(std::filesystem::path program);

} // namespace support
