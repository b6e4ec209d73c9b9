#pragma once

#include "model/support/result.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace model {

/// A regular expression whose matching time is linear in the text, for any pattern and any name.
///
/// The pattern is compiled to a nondeterministic automaton (Thompson's construction). The matcher
/// follows all its states at once and caches the sets of states that occur (a lazy deterministic
/// automaton), so that most characters cost one table look-up. It never backtracks, so `(a+)+b` is
/// as fast as `a+b`.
///
/// Supported: `.` `[a-z]` `[^…]` `\d \w \s` and their opposites, `^ $ \b \B`, groups, `|`, `* + ?
/// {2} {2,} {2,5}`. Lazy quantifiers match the same texts here. Rejected with a message: back
/// references, look-ahead and look-behind. ASCII letters of the pattern are lower-cased; the text
/// must be lower-cased already.
class QueryPattern {
public:
    static support::Result<QueryPattern> compile(std::string_view pattern);

    /// Matches texts. Caches the sets of states found so far, so use one per thread and run.
    class Matcher {
    public:
        explicit Matcher(const QueryPattern& pattern);
        /// Returns true if the pattern occurs anywhere in the text.
        bool occursIn(std::string_view lowerText);

    private:
        using StateSet = std::vector<std::uint32_t>;
        /// What precedes the position; needed for \b and ^.
        enum class Before : std::uint8_t { Start, Word, Other };
        struct Place {
            StateSet states;
            Before before = Before::Start;
            std::array<std::uint32_t, 257> next {}; ///< by byte; [256]: end of text; 0: not
                                                    ///< computed yet
        };

        std::uint32_t placeOf(StateSet states, Before before);
        std::uint32_t follow(std::uint32_t from, int byte);
        void forget();

        const QueryPattern& m_pattern;
        std::vector<Place> m_places;
        std::map<std::pair<Before, StateSet>, std::uint32_t> m_known;
        std::vector<bool> m_isVisited;
    };

private:
    friend class PatternParser;

    using Bytes = std::bitset<256>;
    struct State {
        enum class Kind : std::uint8_t { Bytes, Split, Begin, End, Border, NoBorder, Found };
        Kind kind = Kind::Found;
        std::uint32_t set = 0; ///< of Bytes: index into m_sets
        std::uint32_t next = 0;
        std::uint32_t other = 0; ///< of Split
    };

    std::vector<State> m_states;
    std::vector<Bytes> m_sets;
    std::uint32_t m_start = 0;
};

} // namespace model
