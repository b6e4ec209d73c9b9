#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// The contents of a profile file as lines of text, so that changes of the text reach what is
/// compressed in the file:
///
///     opscope.schema {"version": 3}          an entry of the footer
///     = {"kind": "run", "dur_ns": 5}         a row; members have the names of columns
///     --                                     the next group begins
namespace fuzz {

/// Makes the profile file; empty if the writer refuses the rows.
std::string profileFromText(std::string_view text);
/// The text of a profile file with at most `mostRows` rows of each kind; empty if it cannot be
/// read.
std::string textFromProfile(std::span<const std::byte> file, std::size_t mostRows);

} // namespace fuzz
