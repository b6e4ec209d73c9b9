#pragma once

#include "model/support/result.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace model {

/// A regular expression that takes linear time whatever a person writes and whatever a file's names
/// are.
///
/// The pattern becomes a small machine of states (Thompson), of which all are followed at once; the
/// sets of states that occur are remembered (a lazy automaton), so that most characters cost one
/// look into a table. Nothing ever goes back, so that `(a+)+b` is no worse than `a+b`.
///
/// Understood: `.` `[a-z]` `[^…]` `\d \w \s` and their opposites, `^ $ \b \B`, groups, `|`, `* + ?
/// {2} {2,} {2,5}` (lazy forms mean the same here). Refused with words: back references, look
/// ahead and behind. Letters of ASCII are compared ignoring case; texts must be lower-cased
/// already.
class QueryPattern {
public:
    static support::Result<QueryPattern> compile(std::string_view pattern);

    /// Remembers the sets of states met so far: one per thread and run.
    class Matcher {
    public:
        explicit Matcher(const QueryPattern& pattern);
        /// Whether the pattern occurs anywhere in the text.
        bool occursIn(std::string_view lowerText);

    private:
        using StateSet = std::vector<std::uint32_t>;
        /// What stands left of the place: \b and ^ ask for it.
        enum class Before : std::uint8_t { Start, Word, Other };
        struct Place {
            StateSet states;
            Before before = Before::Start;
            std::array<std::uint32_t, 257> next {}; ///< by byte, [256] = end; 0 = not known yet
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
