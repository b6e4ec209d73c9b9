#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The table of who may include what, as data and one question about it.
namespace architecture {

/// One `#include` line of a source file.
struct Include {
    int line = 0;
    std::string header;
    bool quoted = false;
};

/// All include lines of a file's text, in order. Lines that only mention an include in a comment do
/// not count.
std::vector<Include> includesOf(std::string_view text);

/// Why `file` (path from the project root) may not contain `include`; nothing if it may.
std::optional<std::string> refusal(std::string_view file, const Include& include);

/// Calls in the text that would open a network connection, by name; empty if there is none.
std::vector<std::string> networkCalls(std::string_view text);

}
