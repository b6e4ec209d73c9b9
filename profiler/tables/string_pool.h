#pragma once

#include "model/support/index.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace profiler {

struct StringTag;
using StringId = support::Index<StringTag>;

/// Stores every text of a profile once. Texts may come from a file: they are plain text and must be
/// escaped where shown. Views stay valid as long as the pool.
class StringPool {
public:
    StringPool() = default;
    /// Copies the texts; ids stay the same.
    StringPool(const StringPool& other);
    StringPool& operator=(const StringPool&) = delete;
    StringPool(StringPool&&) = default;
    StringPool& operator=(StringPool&&) = default;

    /// Returns the id of a text, which is added if the pool does not have it.
    StringId intern(std::string_view text);
    /// Returns an invalid id if the text is not in the pool.
    StringId find(std::string_view text) const;
    /// Returns an empty text for an invalid id.
    std::string_view text(StringId id) const;
    std::size_t size() const { return m_texts.size(); }

private:
    std::deque<std::string> m_texts; // a deque, so that views into it stay valid as it grows
    std::unordered_map<std::string_view, StringId> m_ids;
};

} // namespace profiler
