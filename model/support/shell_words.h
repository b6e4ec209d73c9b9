#pragma once

#include "model/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace support {

/// The words of a text as a POSIX shell reads them, without variables, patterns and commands:
/// blanks separate; '...' is kept to the letter; in "..." a backslash keeps `"`, `\`, `$` and
/// `` ` `` (before others it is itself); elsewhere it keeps the next character. Quotes may stand
/// inside a word (`--data='my dir'`), and '' is an empty word.
/// Fails with ErrorKind::Usage for a quote that is not closed or a backslash at the end, with its
/// place (characters from 1).
Result<std::vector<std::string>> shellWords(std::string_view text);

/// A word for such a text, in quotes where it needs them: shellWords() gives it back.
std::string shellQuoted(std::string_view word);

} // namespace support
