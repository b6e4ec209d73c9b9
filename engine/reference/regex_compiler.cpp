#include "engine/reference/regex.h"

#include "engine/reference/unicode_classes.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

constexpr std::size_t longestPattern = 4000;
constexpr std::size_t longestProgram = 100'000;
constexpr int deepestGroup = 100;
constexpr std::uint32_t manyTimes = 0xffffffffu;
constexpr char32_t lastCodePoint = 0x10ffff;

/// Replaces `\Q..\E` by escaped characters, so that the compiler need not handle it.
std::vector<char32_t> withoutQuotes(const std::vector<char32_t>& pattern)
{
    std::vector<char32_t> plain;
    bool isQuoted = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char32_t next
            = pattern[i] == U'\\' && i + 1 < pattern.size() ? pattern[i + 1] : U'\0';
        if (next == (isQuoted ? U'E' : U'Q')) {
            isQuoted = !isQuoted;
            ++i;
        } else if (isQuoted) {
            if (pattern[i] < 0x80 && !isWordCharacter(pattern[i]))
                plain.push_back(U'\\');
            plain.push_back(pattern[i]);
        } else {
            plain.push_back(pattern[i]);
            if (next != U'\0')
                plain.push_back(pattern[++i]);
        }
    }
    return plain;
}

int digitOf(char32_t c)
{
    if (c >= U'0' && c <= U'9')
        return static_cast<int>(c - U'0');
    if (c >= U'a' && c <= U'f')
        return static_cast<int>(c - U'a') + 10;
    if (c >= U'A' && c <= U'F')
        return static_cast<int>(c - U'A') + 10;
    return 99;
}

} // namespace

/// Compiles a pattern to a program by recursive descent. Groups may be nested `deepestGroup` deep.
class RegexCompiler {
public:
    explicit RegexCompiler(std::string_view pattern)
        : m_pattern(withoutQuotes(codePoints(pattern)))
    {
    }

    Result<Regex> compile()
    {
        TRY(alternatives());
        if (m_at != m_pattern.size())
            return fail("the pattern has a ')' too many");
        emit(Regex::Op::Match);
        return std::move(m_regex);
    }

private:
    using Op = Regex::Op;
    using Ranges = std::vector<Regex::Range>;

    struct Flags {
        bool ignoresCase = false;
        bool isMultiLine = false;
        bool dotTakesNewline = false;
        bool isLazy = false;
    };

    bool atEnd() const { return m_at >= m_pattern.size(); }
    char32_t peek() const { return atEnd() ? U'\0' : m_pattern[m_at]; }
    bool take(char32_t c)
    {
        if (atEnd() || peek() != c)
            return false;
        ++m_at;
        return true;
    }
    std::uint32_t here() const { return static_cast<std::uint32_t>(m_regex.m_program.size()); }
    std::uint32_t emit(Op op, std::uint32_t first = 0, std::uint32_t second = 0)
    {
        m_regex.m_program.push_back({ op, first, second });
        return here() - 1;
    }
    void emitSet(Regex::Set set)
    {
        if (m_flags.ignoresCase)
            addOtherCase(set);
        m_regex.m_sets.push_back(std::move(set));
        emit(Op::Set, static_cast<std::uint32_t>(m_regex.m_sets.size() - 1));
    }

    static void addOtherCase(Regex::Set& set)
    {
        const auto ranges = set.ranges;
        for (const auto& range : ranges) {
            for (char32_t c = std::max<char32_t>(range.low, 'A');
                 c <= std::min<char32_t>(range.high, 'z'); ++c) {
                if (c <= 'Z')
                    set.ranges.push_back({ c + 32, c + 32 });
                else if (c >= 'a')
                    set.ranges.push_back({ c - 32, c - 32 });
            }
        }
    }

    /// Reads a|b|c. Each alternative is preferred to those after it.
    Result<void> alternatives()
    {
        if (++m_depth > deepestGroup)
            return fail("the pattern nests groups more than ", deepestGroup, " deep");
        const auto start = here();
        std::vector<std::uint32_t> jumps;
        TRY(sequence());
        while (take(U'|')) {
            insertAt(start, { Op::Split, start + 1, here() + 2 });
            for (auto& jump : jumps)
                ++jump;
            jumps.push_back(
                emit(Op::Jump)); // the next alternative follows, the split's second target
            TRY(sequence());
        }
        for (const auto jump : jumps)
            m_regex.m_program[jump].first = here();
        --m_depth;
        return {};
    }

    Result<void> sequence()
    {
        while (!atEnd() && peek() != U'|' && peek() != U')') {
            const auto start = here();
            TRY(atom());
            TRY(repetition(start));
            if (m_regex.m_program.size() > longestProgram)
                return fail("the pattern is too large");
        }
        return {};
    }

    Result<void> atom()
    {
        const char32_t c = m_pattern[m_at++];
        switch (c) {
        case U'(':
            return group();
        case U'[':
            return characterClass();
        case U'.':
            emitSet(m_flags.dotTakesNewline ? Regex::Set { {}, true }
                                            : Regex::Set { { { U'\n', U'\n' } }, true });
            return {};
        case U'^':
            emit(m_flags.isMultiLine ? Op::BeginLine : Op::Begin);
            return {};
        case U'$':
            emit(m_flags.isMultiLine ? Op::EndLine : Op::End);
            return {};
        case U'\\':
            return escape();
        case U'*':
        case U'+':
        case U'?':
            return fail("the pattern repeats nothing");
        default:
            emitSet({ { { c, c } } });
            return {};
        }
    }

    /// Reads a group. Flags that are set in it apply until its end.
    Result<void> group()
    {
        const auto outside = m_flags;
        if (take(U'?')) {
            const bool isNamed = take(U'P') || peek() == U'<';
            if (isNamed) {
                while (!atEnd() && !take(U'>'))
                    ++m_at;
            } else {
                TRY(flags());
                if (take(U')'))
                    return {};
                ++m_at; // the colon
            }
        }
        TRY(alternatives());
        m_flags = outside;
        return take(U')') ? Result<void>() : Result<void>(fail("the pattern lacks a ')'"));
    }

    /// Reads flags up to the colon or parenthesis after them.
    Result<void> flags()
    {
        bool isOn = true;
        for (; peek() != U':' && peek() != U')'; ++m_at) {
            switch (peek()) {
            case U'-':
                isOn = false;
                break;
            case U'i':
                m_flags.ignoresCase = isOn;
                break;
            case U'm':
                m_flags.isMultiLine = isOn;
                break;
            case U's':
                m_flags.dotTakesNewline = isOn;
                break;
            case U'U':
                m_flags.isLazy = isOn;
                break;
            default:
                return fail("the pattern has a group that is not supported");
            }
        }
        return {};
    }

    static Ranges complement(Ranges ranges)
    {
        std::ranges::sort(ranges, {}, &Regex::Range::low);
        Ranges others;
        char32_t next = 0;
        for (const auto& range : ranges) {
            if (range.low > next)
                others.push_back({ next, range.low - 1 });
            next = std::max<char32_t>(next, range.high + 1);
        }
        if (next <= lastCodePoint)
            others.push_back({ next, lastCodePoint });
        return others;
    }

    /// Returns the class of `\d`, `\w` and the like; empty for another letter.
    static Ranges classOf(char32_t letter)
    {
        Ranges ranges;
        switch (letter) {
        case U'd':
        case U'D':
            ranges = { { U'0', U'9' } };
            break;
        case U'w':
        case U'W':
            ranges = { { U'0', U'9' }, { U'A', U'Z' }, { U'_', U'_' }, { U'a', U'z' } };
            break;
        case U's':
        case U'S':
            ranges = { { U'\t', U'\n' }, { U'\f', U'\r' }, { U' ', U' ' } };
            break;
        default:
            return {};
        }
        return letter < U'a' ? complement(std::move(ranges)) : ranges;
    }

    /// Reads `[:name:]` or `[:^name:]`, from after its bracket and colon.
    Result<Ranges> namedClass()
    {
        static const std::array<std::pair<std::string_view, Ranges>, 14> classes { {
            { "alnum", { { U'0', U'9' }, { U'A', U'Z' }, { U'a', U'z' } } },
            { "alpha", { { U'A', U'Z' }, { U'a', U'z' } } },
            { "ascii", { { 0, 0x7f } } },
            { "blank", { { U'\t', U'\t' }, { U' ', U' ' } } },
            { "cntrl", { { 0, 0x1f }, { 0x7f, 0x7f } } },
            { "digit", { { U'0', U'9' } } },
            { "graph", { { U'!', U'~' } } },
            { "lower", { { U'a', U'z' } } },
            { "print", { { U' ', U'~' } } },
            { "punct", { { U'!', U'/' }, { U':', U'@' }, { U'[', U'`' }, { U'{', U'~' } } },
            { "space", { { U'\t', U'\r' }, { U' ', U' ' } } },
            { "upper", { { U'A', U'Z' } } },
            { "word", { { U'0', U'9' }, { U'A', U'Z' }, { U'_', U'_' }, { U'a', U'z' } } },
            { "xdigit", { { U'0', U'9' }, { U'A', U'F' }, { U'a', U'f' } } },
        } };
        const bool isNegated = take(U'^');
        std::string name;
        while (!atEnd() && peek() != U':')
            name += utf8(m_pattern[m_at++]);
        const auto found
            = std::ranges::find_if(classes, [&](const auto& entry) { return entry.first == name; });
        if (found == classes.end() || !take(U':') || !take(U']'))
            return fail("the pattern has the class [:", name, ":], which is not known");
        return isNegated ? complement(found->second) : found->second;
    }

    /// Reads `pN`, `p{Greek}`, `P{Greek}` or `p{^Greek}`, from after the backslash.
    Result<Ranges> unicodeRanges()
    {
        bool isNegated = m_pattern[m_at++] == U'P';
        std::string name;
        if (take(U'{')) {
            isNegated = take(U'^') != isNegated;
            while (!atEnd() && peek() != U'}')
                name += utf8(m_pattern[m_at++]);
            if (!take(U'}'))
                return fail("the pattern lacks a '}' behind \\p{", name);
        } else if (!atEnd()) {
            name = utf8(m_pattern[m_at++]);
        }
        Ranges ranges;
        for (const auto& [low, high] : unicodeClass(name))
            ranges.push_back({ low, high });
        if (ranges.empty())
            return fail("the pattern has the class \\p{", name,
                "}, expected a general category of Unicode (L, Lu), a script (Greek) or Any");
        return isNegated ? complement(std::move(ranges)) : ranges;
    }

    Result<void> escape()
    {
        if (atEnd())
            return fail("the pattern ends in a backslash");
        const char32_t c = peek();
        constexpr std::array<std::pair<char32_t, Op>, 4> places { { { U'b', Op::Boundary },
            { U'B', Op::NotBoundary }, { U'A', Op::Begin }, { U'z', Op::End } } };
        for (const auto& [letter, op] : places) {
            if (letter == c) {
                ++m_at;
                emit(op);
                return {};
            }
        }
        if (take(U'C')) {
            emitSet({ {}, true });
            return {};
        }
        if (c == U'p' || c == U'P') {
            emitSet({ TRY(unicodeRanges()) });
            return {};
        }
        if (auto ranges = classOf(c); !ranges.empty()) {
            ++m_at;
            emitSet({ std::move(ranges) });
            return {};
        }
        const auto character = TRY(escapedCharacter());
        emitSet({ { { character, character } } });
        return {};
    }

    /// Reads one character, from after the backslash.
    Result<char32_t> escapedCharacter()
    {
        constexpr std::array<std::pair<char32_t, char32_t>, 6> controls { { { U'n', U'\n' },
            { U't', U'\t' }, { U'r', U'\r' }, { U'f', U'\f' }, { U'v', U'\v' }, { U'a', U'\a' } } };
        const char32_t c = m_pattern[m_at++];
        for (const auto& [letter, control] : controls) {
            if (letter == c)
                return control;
        }
        if (c == U'x')
            return take(U'{') ? bracedNumber() : digits(16, 2, 2);
        const bool isOctal = c == U'0' || (c >= U'1' && c <= U'7' && digitOf(peek()) < 8);
        if (isOctal) {
            --m_at;
            return digits(8, 1, 3);
        }
        if (isWordCharacter(c) && c != U'_')
            return fail("the pattern has the escape \\", utf8(c), ", which is not supported");
        return c;
    }

    Result<char32_t> digits(std::uint32_t base, int least, int most)
    {
        char32_t value = 0;
        int count = 0;
        for (; count < most && digitOf(peek()) < static_cast<int>(base); ++count)
            value = value * base + static_cast<char32_t>(digitOf(m_pattern[m_at++]));
        if (count < least)
            return fail("the pattern has a number of ", count, " digits after a backslash");
        return value;
    }

    Result<char32_t> bracedNumber()
    {
        const auto value = TRY(digits(16, 1, 6));
        if (!take(U'}') || value > lastCodePoint)
            return fail("the pattern has no code point in \\x{}");
        return value;
    }

    Result<void> characterClass()
    {
        Regex::Set set;
        set.isNegated = take(U'^');
        bool isFirst = true;
        while (!atEnd() && (peek() != U']' || isFirst)) {
            isFirst = false;
            if (const auto ranges = TRY(classInside())) {
                set.ranges.insert(set.ranges.end(), ranges->begin(), ranges->end());
                continue;
            }
            const auto low = TRY(classCharacter());
            auto high = low;
            if (peek() == U'-' && m_at + 1 < m_pattern.size() && m_pattern[m_at + 1] != U']') {
                ++m_at;
                high = TRY(classCharacter());
            }
            if (high < low)
                return fail("the pattern has a class with a range that runs backwards");
            set.ranges.push_back({ low, high });
        }
        if (!take(U']'))
            return fail("the pattern lacks a ']'");
        emitSet(std::move(set));
        return {};
    }

    /// Reads a class inside a class. Returns nullopt and reads nothing if there is none.
    Result<std::optional<Ranges>> classInside()
    {
        const auto next = m_at + 1 < m_pattern.size() ? m_pattern[m_at + 1] : U'\0';
        if (peek() == U'[' && next == U':') {
            m_at += 2;
            return std::optional(TRY(namedClass()));
        }
        if (peek() == U'\\' && (next == U'p' || next == U'P')) {
            ++m_at;
            return std::optional(TRY(unicodeRanges()));
        }
        auto ranges = peek() == U'\\' ? classOf(next) : Ranges {};
        if (ranges.empty())
            return std::optional<Ranges>();
        m_at += 2;
        return std::optional(std::move(ranges));
    }

    Result<char32_t> classCharacter()
    {
        const char32_t c = m_pattern[m_at++];
        return c == U'\\' && !atEnd() ? escapedCharacter() : Result<char32_t>(c);
    }

    std::optional<std::uint32_t> number()
    {
        std::optional<std::uint32_t> value;
        while (!atEnd() && peek() >= U'0' && peek() <= U'9' && value.value_or(0) < 100'000)
            value = value.value_or(0) * 10 + static_cast<std::uint32_t>(m_pattern[m_at++] - U'0');
        return value;
    }

    /// Reads a repetition operator and repeats the code [start, here()) accordingly.
    Result<void> repetition(std::uint32_t start)
    {
        std::uint32_t low = 0;
        std::uint32_t high = manyTimes;
        const auto before = m_at;
        if (take(U'+')) {
            low = 1;
        } else if (take(U'?')) {
            high = 1;
        } else if (take(U'{')) {
            const auto least = number();
            const bool isOpen = take(U',');
            const auto most = isOpen ? number() : least;
            if (!least || !take(U'}')) {
                m_at = before + 1; // a brace without a count is a character
                emitSet({ { { U'{', U'{' } } });
                return {};
            }
            low = *least;
            high = isOpen && !most ? manyTimes : *most;
            if (high < low || low > 1000 || (high != manyTimes && high > 1000))
                return fail("the pattern repeats something ", low, " to ", high, " times");
        } else if (!take(U'*')) {
            return {};
        }
        const bool isLazy = take(U'?') != m_flags.isLazy;
        repeat(start, low, high, isLazy);
        return {};
    }

    void repeat(std::uint32_t start, std::uint32_t low, std::uint32_t high, bool isLazy)
    {
        const std::vector<Regex::Instruction> body(
            m_regex.m_program.begin() + start, m_regex.m_program.end());
        m_regex.m_program.resize(start);
        auto copyBody = [&] {
            const auto shift = here() - start;
            for (auto instruction : body) {
                if (instruction.op == Op::Split || instruction.op == Op::Jump) {
                    instruction.first += shift;
                    instruction.second += shift;
                }
                m_regex.m_program.push_back(instruction);
            }
        };
        auto setSplit = [&](std::uint32_t at, std::uint32_t inside, std::uint32_t beyond) {
            m_regex.m_program[at].first = isLazy ? beyond : inside;
            m_regex.m_program[at].second = isLazy ? inside : beyond;
        };
        for (std::uint32_t i = 0; i < low && m_regex.m_program.size() <= longestProgram; ++i)
            copyBody();
        if (high == manyTimes) {
            const auto split = emit(Op::Split);
            copyBody();
            emit(Op::Jump, split);
            setSplit(split, split + 1, here());
            return;
        }
        std::vector<std::uint32_t> splits;
        for (auto i = low; i < high && m_regex.m_program.size() <= longestProgram; ++i) {
            splits.push_back(emit(Op::Split));
            copyBody();
        }
        for (const auto split : splits)
            setSplit(split, split + 1, here());
    }

    /// Inserts one instruction at `at` and adjusts every target from there on.
    void insertAt(std::uint32_t at, Regex::Instruction instruction)
    {
        for (auto i = at; i < here(); ++i) {
            auto& moved = m_regex.m_program[i];
            if (moved.op == Op::Split || moved.op == Op::Jump) {
                moved.first += moved.first >= at ? 1 : 0;
                moved.second += moved.second >= at ? 1 : 0;
            }
        }
        m_regex.m_program.insert(m_regex.m_program.begin() + at, instruction);
    }

    std::vector<char32_t> m_pattern;
    std::size_t m_at = 0;
    int m_depth = 0;
    Flags m_flags;
    Regex m_regex;
};

Result<Regex> Regex::compile(std::string_view pattern)
{
    if (pattern.size() > longestPattern)
        return fail("a pattern of ", pattern.size(), " bytes is longer than ", longestPattern);
    return RegexCompiler(pattern).compile().within(
        "regular expression \"" + std::string(pattern.substr(0, 60)) + "\"");
}

} // namespace engine
