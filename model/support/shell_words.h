#pragma once

#include "model/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace support {

/// Splits a text into words as a POSIX shell does, without variables, patterns and commands. Blanks
/// separate words. Text in '...' is kept unchanged. In "..." a backslash escapes `"`, `\`, `$` and
/// `` ` ``; before other characters it is kept. Outside quotes it escapes the next character.
/// Quotes may be inside a word (`--data='my dir'`), and '' is an empty word. Fails with
/// ErrorKind::Usage for a backslash at the end, and for an unclosed quote; the message has the
/// quote's position (characters from 1).
Result<std::vector<std::string>> shellWords(std::string_view text);

/// Quotes a word where necessary, so that shellWords() returns it unchanged.
std::string shellQuoted(std::string_view word);

} // namespace support
