#include "model/query/query_pattern.h"

#include "model/support/text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace model {

using support::fail;
using support::Result;

namespace {

constexpr std::size_t mostStates = 5000; ///< limits patterns such as a{1000}{1000}
constexpr int mostRepeats = 1000;
constexpr std::size_t mostDepth = 100; ///< nesting depth of groups
constexpr std::size_t mostPlaces = 2000; ///< limit of cached sets, about one kilobyte each
constexpr int endOfText = 256;

bool isWord(int byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
        || (byte >= '0' && byte <= '9') || byte == '_';
}

bool isContinuation(int byte) { return (byte & 0xC0) == 0x80; }

} // namespace

/// Compiles text to states. A Piece is the part of the automaton for one part of the pattern: its
/// first state and its open exits.
class PatternParser {
public:
    explicit PatternParser(std::string_view text)
        : m_text(text)
    {
    }

    Result<QueryPattern> parse()
    {
        auto whole = TRY(alternatives(0));
        if (m_at < m_text.size())
            return fail("a closing bracket without an opening one");
        const auto found = add({ Kind::Found });
        connect(whole, found);
        m_made.m_start = whole.start;
        return std::move(m_made);
    }

private:
    using State = QueryPattern::State;
    using Kind = State::Kind;
    using Bytes = QueryPattern::Bytes;
    struct Exit {
        std::uint32_t state;
        bool isOther;
    };
    struct Piece {
        std::uint32_t start = 0;
        std::vector<Exit> exits;
    };

    bool isAtEnd() const { return m_at >= m_text.size(); }
    char peek() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    bool take(std::string_view wanted)
    {
        if (!m_text.substr(m_at).starts_with(wanted))
            return false;
        m_at += wanted.size();
        return true;
    }

    std::uint32_t add(State state)
    {
        m_made.m_states.push_back(state);
        return static_cast<std::uint32_t>(m_made.m_states.size() - 1);
    }
    void connect(const Piece& piece, std::uint32_t to)
    {
        for (const auto& exit : piece.exits) {
            auto& state = m_made.m_states[exit.state];
            (exit.isOther ? state.other : state.next) = to;
        }
    }
    Piece single(State state)
    {
        const auto at = add(state);
        return { at, { { at, false } } };
    }
    Piece bytes(const Bytes& set)
    {
        const auto known = std::ranges::find(m_made.m_sets, set);
        const auto at = static_cast<std::uint32_t>(known - m_made.m_sets.begin());
        if (known == m_made.m_sets.end())
            m_made.m_sets.push_back(set);
        return single({ Kind::Bytes, at });
    }
    /// Returns an empty piece: a split state with two open exits.
    Piece nothing()
    {
        const auto at = add({ Kind::Split });
        return { at, { { at, false }, { at, true } } };
    }
    Piece joined(Piece first, Piece second)
    {
        connect(first, second.start);
        return { first.start, std::move(second.exits) };
    }
    Piece either(Piece first, const Piece& second)
    {
        const auto at = add({ Kind::Split, 0, first.start, second.start });
        first.start = at;
        first.exits.insert(first.exits.end(), second.exits.begin(), second.exits.end());
        return first;
    }
    Piece optional(Piece piece)
    {
        const auto at = add({ Kind::Split, 0, piece.start });
        piece.start = at;
        piece.exits.push_back({ at, true });
        return piece;
    }
    Piece repeated(const Piece& piece)
    {
        const auto at = add({ Kind::Split, 0, piece.start });
        connect(piece, at);
        return { at, { { at, true } } };
    }

    Result<Piece> alternatives(std::size_t depth)
    {
        if (depth > mostDepth)
            return fail("brackets nested deeper than ", mostDepth);
        auto piece = TRY(sequence(depth));
        while (take("|")) {
            const auto other = TRY(sequence(depth));
            piece = either(std::move(piece), other);
        }
        return piece;
    }

    Result<Piece> sequence(std::size_t depth)
    {
        auto piece = nothing();
        while (!isAtEnd() && peek() != '|' && peek() != ')') {
            auto next = TRY(repeatable(depth));
            piece = joined(std::move(piece), std::move(next));
        }
        return piece;
    }

    /// Parses one atom with its repetition. Copies are made by parsing the atom's text again.
    Result<Piece> repeatable(std::size_t depth)
    {
        const auto begin = m_at;
        auto piece = TRY(atom(depth));
        while (true) {
            const auto times = TRY(repeats());
            if (!times)
                return piece;
            const auto after = m_at;
            piece = TRY(copies(std::move(piece), *times, begin, depth));
            m_at = after;
            if (m_made.m_states.size() > mostStates)
                return fail("a pattern with fewer repetitions");
            if (!isAtEnd() && (peek() == '*' || peek() == '+' || peek() == '{'))
                return fail("one repetition, not several in a row");
        }
    }

    struct Repeats {
        int least = 1;
        std::optional<int> most;
    };
    Result<std::optional<Repeats>> repeats()
    {
        std::optional<Repeats> found;
        if (take("*"))
            found = Repeats { 0, std::nullopt };
        else if (take("+"))
            found = Repeats { 1, std::nullopt };
        else if (take("?"))
            found = Repeats { 0, 1 };
        else if (peek() == '{')
            found = TRY(countedRepeats());
        if (found)
            (void)take("?"); // a lazy quantifier matches the same texts
        return found;
    }

    Result<std::optional<Repeats>> countedRepeats()
    {
        const auto end = m_text.find('}', m_at);
        if (end == std::string_view::npos)
            return fail("a closing }");
        Repeats found;
        ++m_at;
        found.least = TRY(number());
        found.most = found.least;
        if (take(",")) {
            found.most.reset();
            if (peek() != '}')
                found.most = TRY(number());
        }
        if (!take("}") || (found.most && *found.most < found.least))
            return fail("a number of repetitions such as {2} or {2,5}");
        return std::optional(found);
    }

    Result<int> number()
    {
        int value = 0;
        const auto begin = m_at;
        for (; peek() >= '0' && peek() <= '9' && value <= mostRepeats; ++m_at)
            value = value * 10 + (peek() - '0');
        if (m_at == begin || value > mostRepeats)
            return fail("a number of repetitions up to ", mostRepeats);
        return value;
    }

    Result<Piece> copies(Piece first, Repeats times, std::size_t begin, std::size_t depth)
    {
        const auto again = [&]() -> Result<Piece> {
            m_at = begin;
            auto piece = TRY(atom(depth));
            if (m_made.m_states.size() > mostStates)
                return fail("a pattern with fewer repetitions");
            return piece;
        };
        if (times.least == 0 && !times.most)
            return repeated(first);
        if (times.least == 1 && !times.most) {
            // The loop enters the same piece again: its start stays, and its exits lead back to it.
            const auto at = add({ Kind::Split, 0, first.start });
            connect(first, at);
            return Piece { first.start, { { at, true } } };
        }
        auto whole = times.least > 0 ? std::move(first) : nothing();
        for (int i = 1; i < times.least; ++i) {
            auto next = TRY(again());
            whole = joined(std::move(whole), std::move(next));
        }
        if (!times.most) {
            auto next = TRY(again());
            return joined(std::move(whole), repeated(next));
        }
        for (int i = times.least; i < *times.most; ++i) {
            auto next = TRY(again());
            whole = joined(std::move(whole), optional(std::move(next)));
        }
        return whole;
    }

    Result<Piece> atom(std::size_t depth)
    {
        if (take("(?:") || (peek() == '(' && !m_text.substr(m_at).starts_with("(?") && take("("))) {
            auto inner = TRY(alternatives(depth + 1));
            if (!take(")"))
                return fail("a closing bracket");
            return inner;
        }
        if (m_text.substr(m_at).starts_with("(?"))
            return fail("no looking ahead or behind");
        switch (const char c = m_text[m_at++]) {
        case '*':
        case '+':
        case '?':
            return fail("something before ", std::string(1, c));
        case '.':
            return characters(Bytes().set());
        case '^':
            return single({ Kind::Begin });
        case '$':
            return single({ Kind::End });
        case '[':
            return bracket();
        case '\\':
            return escape();
        default:
            --m_at;
            return character();
        }
    }

    /// Parses one literal character with all its UTF-8 bytes.
    Piece character()
    {
        const auto length = support::firstCodePoint(m_text.substr(m_at)).bytes;
        const auto whole = spelled(m_text.substr(m_at, length));
        m_at += length;
        return whole;
    }

    Piece spelled(std::string_view text)
    {
        auto whole = bytes(literal(text.front()));
        for (const char c : text.substr(1))
            whole = joined(std::move(whole), bytes(literal(c)));
        return whole;
    }

    static Bytes literal(char c)
    {
        Bytes set;
        set.set(static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c));
        return set;
    }

    /// Matches one UTF-8 character whose first byte is in the set.
    Piece characters(Bytes first)
    {
        Bytes rest;
        for (int i = 0; i < 256; ++i) {
            if (isContinuation(i)) {
                first.reset(static_cast<std::size_t>(i));
                rest.set(static_cast<std::size_t>(i));
            }
        }
        auto piece = bytes(first);
        auto more = bytes(rest);
        return joined(std::move(piece), repeated(more));
    }

    static std::optional<Bytes> namedSet(char name)
    {
        Bytes set;
        const char kind = name >= 'A' && name <= 'Z' ? static_cast<char>(name - 'A' + 'a') : name;
        for (int i = 0; i < 128; ++i) {
            const bool isIn = kind == 'd' ? i >= '0' && i <= '9'
                : kind == 'w'             ? isWord(i)
                                          : i == ' ' || (i >= '\t' && i <= '\r');
            set.set(static_cast<std::size_t>(i), isIn);
        }
        if (kind != 'd' && kind != 'w' && kind != 's')
            return std::nullopt;
        return kind == name ? set : ~set;
    }

    Result<Piece> escape()
    {
        if (isAtEnd())
            return fail("a character after the backslash");
        const char c = m_text[m_at++];
        if (const auto set = namedSet(c))
            return c >= 'A' && c <= 'Z' ? characters(*set) : bytes(*set);
        if (c == 'b' || c == 'B')
            return single({ c == 'b' ? Kind::Border : Kind::NoBorder });
        if (c >= '1' && c <= '9')
            return fail("no back reference");
        if (c == 't' || c == 'n' || c == 'r')
            return bytes(literal(c == 't' ? '\t' : c == 'n' ? '\n' : '\r'));
        if (isWord(static_cast<unsigned char>(c)))
            return fail("no letter after the backslash but b, d, s, w, t, n, r");
        return bytes(literal(c));
    }

    Result<Piece> bracket()
    {
        const bool isNegated = take("^");
        Bytes set;
        std::vector<std::string_view> others; ///< characters of several bytes
        for (bool isFirst = true; isFirst || peek() != ']'; isFirst = false) {
            if (isAtEnd())
                return fail("a closing ]");
            TRY(bracketItem(set, others));
        }
        ++m_at;
        foldCase(set);
        if (isNegated && !others.empty())
            return fail("only ASCII characters in [^…]");
        if (isNegated)
            return characters(~set);
        auto piece = bytes(set);
        for (const auto other : others)
            piece = either(std::move(piece), spelled(other));
        return piece;
    }

    static void foldCase(Bytes& set)
    {
        for (std::size_t c = 'a'; c <= 'z'; ++c)
            set.set(c, set.test(c) || set.test(c - 'a' + 'A'));
    }

    Result<void> bracketItem(Bytes& set, std::vector<std::string_view>& others)
    {
        if (peek() == '\\' && m_at + 1 < m_text.size()) {
            if (const auto named = namedSet(m_text[m_at + 1])) {
                set |= *named;
                m_at += 2;
                return {};
            }
        }
        const auto point = support::firstCodePoint(m_text.substr(m_at));
        if (point.bytes > 1) {
            others.push_back(m_text.substr(m_at, point.bytes));
            m_at += point.bytes;
            return {};
        }
        const auto low = TRY(bracketByte());
        auto high = low;
        if (peek() == '-' && m_at + 1 < m_text.size() && m_text[m_at + 1] != ']') {
            ++m_at;
            high = TRY(bracketByte());
        }
        if (high < low)
            return fail("a range from low to high");
        for (auto c = low; c <= high; ++c)
            set.set(c);
        return {};
    }

    Result<std::size_t> bracketByte()
    {
        if (peek() == '\\')
            ++m_at;
        if (isAtEnd() || static_cast<unsigned char>(peek()) >= 0x80)
            return fail("an ASCII character in a range");
        const char c = m_text[m_at++];
        return static_cast<std::size_t>(static_cast<unsigned char>(c));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    QueryPattern m_made;
};

Result<QueryPattern> QueryPattern::compile(std::string_view pattern)
{
    return PatternParser(pattern).parse();
}

QueryPattern::Matcher::Matcher(const QueryPattern& pattern)
    : m_pattern(pattern)
{
    forget();
}

void QueryPattern::Matcher::forget()
{
    m_known.clear();
    // Place 0 means "not computed", place 1 means "found". A text begins at place 2.
    m_places.assign(2, {});
    (void)placeOf({ m_pattern.m_start }, Before::Start);
}

std::uint32_t QueryPattern::Matcher::placeOf(StateSet states, Before before)
{
    const auto next = static_cast<std::uint32_t>(m_places.size());
    const auto [entry, isNew] = m_known.try_emplace({ before, states }, next);
    if (isNew)
        m_places.push_back({ std::move(states), before, {} });
    return entry->second;
}

/// Computes the place after one byte or after the end. Returns 1 once the pattern is found.
std::uint32_t QueryPattern::Matcher::follow(std::uint32_t from, int byte)
{
    using Kind = State::Kind;
    const auto before = m_places[from].before;
    // True at a word boundary, for \b and \B.
    const bool isBorder = (before == Before::Word) != (byte != endOfText && isWord(byte));
    const auto isOpen = [&](Kind kind) {
        return kind == Kind::Begin ? before == Before::Start
            : kind == Kind::End    ? byte == endOfText
            : kind == Kind::Border ? isBorder
                                   : !isBorder;
    };
    m_isVisited.assign(m_pattern.m_states.size(), false);
    auto open = m_places[from].states;
    StateSet reached;
    while (!open.empty()) {
        const auto at = open.back();
        open.pop_back();
        if (m_isVisited[at])
            continue;
        m_isVisited[at] = true;
        const auto& state = m_pattern.m_states[at];
        if (state.kind == Kind::Found)
            return m_places[from].next[static_cast<std::size_t>(byte)] = 1;
        if (state.kind == Kind::Split) {
            open.push_back(state.next);
            open.push_back(state.other);
        } else if (state.kind != Kind::Bytes) {
            if (isOpen(state.kind))
                open.push_back(state.next);
        } else if (byte != endOfText
            && m_pattern.m_sets[state.set].test(static_cast<std::size_t>(byte))) {
            reached.push_back(state.next);
        }
    }
    // The pattern may begin at any position.
    reached.push_back(m_pattern.m_start);
    std::ranges::sort(reached);
    reached.erase(std::ranges::unique(reached).begin(), reached.end());
    const auto after = byte != endOfText && isWord(byte) ? Before::Word : Before::Other;
    if (m_places.size() >= mostPlaces) {
        forget();
        return placeOf(std::move(reached), after);
    }
    const auto next = placeOf(std::move(reached), after);
    m_places[from].next[static_cast<std::size_t>(byte)] = next;
    return next;
}

bool QueryPattern::Matcher::occursIn(std::string_view lowerText)
{
    std::uint32_t at = 2;
    for (const char c : lowerText) {
        const auto byte = static_cast<unsigned char>(c);
        const auto next = m_places[at].next[byte];
        at = next != 0 ? next : follow(at, byte);
        if (at == 1)
            return true;
    }
    const auto next = m_places[at].next[endOfText];
    return (next != 0 ? next : follow(at, endOfText)) == 1;
}

} // namespace model
