#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace re2 {
class RE2;
}

namespace support {

/// A regular expression of RE2's syntax (https://github.com/google/re2/wiki/Syntax) over UTF-8. The
/// time of a match grows with the text, whatever the pattern is. May be used by several threads at
/// once.
class Regex {
public:
    enum class Case { Sensitive, Insensitive };

    /// Fails if the pattern is not of that syntax or needs too much memory.
    static Result<Regex> compile(std::string_view pattern, Case letters = Case::Sensitive);

    bool fullMatch(std::string_view text) const;
    bool occursIn(std::string_view text) const;

    struct Span {
        std::size_t begin = 0; ///< bytes
        std::size_t end = 0;
    };
    /// The first match at or after byte `from`. Of several that begin there, the one that the
    /// pattern names first.
    std::optional<Span> find(std::string_view text, std::size_t from) const;

private:
    explicit Regex(std::shared_ptr<const re2::RE2> expression)
        : m_expression(std::move(expression))
    {
    }

    std::shared_ptr<const re2::RE2> m_expression;
};

} // namespace support
