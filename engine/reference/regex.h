#pragma once

#include "engine/kernel/kernel.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

/// A regular expression of RE2's syntax: literals, `.`, classes (also `[[:alpha:]]`, `\d \w \s`),
/// groups, `|`, `* + ? {m,n}` (also lazy), `^ $ \A \z \b`, flags `(?imsU)`, `\x41 \101 \Q..\E`,
/// categories and scripts of Unicode as `\pL`, `\p{Greek}`, `\P{Lu}`. `(?i)` applies to ASCII
/// letters only. Matching simulates all states at once, so that its time grows at most with text
/// times pattern. find() repeats it for each start position.
class Regex {
public:
    static Result<Regex> compile(std::string_view pattern);

    bool matchesWhole(std::string_view text) const;

    struct Span {
        std::size_t begin = 0; ///< bytes
        std::size_t end = 0;
    };
    /// Returns the first match at or after byte `from`. Earlier alternatives of the pattern are
    /// preferred, as in RE2.
    std::optional<Span> find(std::string_view text, std::size_t from) const;

private:
    friend class RegexCompiler;
    friend class RegexRun;

    enum class Op : std::uint8_t {
        Set,
        Split,
        Jump,
        Begin,
        End,
        BeginLine,
        EndLine,
        Boundary,
        NotBoundary,
        Match
    };
    struct Instruction {
        Op op = Op::Match;
        std::uint32_t first = 0; ///< Set: index; Split, Jump: target
        std::uint32_t second = 0; ///< Split: the less preferred target
    };
    struct Range {
        char32_t low = 0;
        char32_t high = 0;
    };
    struct Set {
        std::vector<Range> ranges;
        bool isNegated = false;
        bool has(char32_t c) const;
    };
    enum class Goal { First, Whole };
    std::optional<std::size_t> run(
        const std::vector<char32_t>& text, std::size_t from, Goal goal) const;

    std::vector<Instruction> m_program;
    std::vector<Set> m_sets;
};

/// Returns the code points of UTF-8 text. A byte that is not valid UTF-8 becomes a code point of
/// the same value.
std::vector<char32_t> codePoints(std::string_view text);
std::string utf8(char32_t c);
/// `\w`: letters and digits of ASCII, and the underscore.
bool isWordCharacter(char32_t c);

} // namespace engine
