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

/// Every text of a profile once. Texts may come from a file: plain text, to be escaped where it is
/// shown. Views stay valid as long as the pool.
class StringPool {
public:
    StringPool() = default;
    /// The same texts under the same ids.
    StringPool(const StringPool& other);
    StringPool& operator=(const StringPool&) = delete;
    StringPool(StringPool&&) = default;
    StringPool& operator=(StringPool&&) = default;

    StringId intern(std::string_view text);
    /// Invalid if the text is not in the pool.
    StringId find(std::string_view text) const;
    /// Empty for an invalid id.
    std::string_view text(StringId id) const;
    std::size_t size() const { return m_texts.size(); }

private:
    std::deque<std::string> m_texts; // a deque, so that views into it stay valid as it grows
    std::unordered_map<std::string_view, StringId> m_ids;
};

} // namespace profiler
