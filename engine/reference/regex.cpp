#include "engine/reference/regex.h"

#include <algorithm>

namespace engine {

namespace {

constexpr std::size_t longestPattern = 4000;
constexpr std::size_t longestProgram = 100'000;
constexpr int deepestGroup = 100;
constexpr std::uint32_t manyTimes = 0xffffffffu;

bool isWord(char32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

} // namespace

std::vector<char32_t> codePoints(std::string_view text)
{
    std::vector<char32_t> points;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead >= 0xf0 ? 4 : (lead >= 0xe0 ? 3 : (lead >= 0xc0 ? 2 : 1));
        char32_t point = length == 1 ? lead : lead & (0x7fu >> length);
        bool isValid = i + length <= text.size() && !(lead >= 0x80 && lead < 0xc0);
        for (std::size_t k = 1; isValid && k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            isValid = (next & 0xc0) == 0x80;
            point = (point << 6) | (next & 0x3fu);
        }
        points.push_back(isValid ? point : lead);
        i += isValid ? length : 1;
    }
    return points;
}

std::string utf8(char32_t c)
{
    std::string text;
    auto push = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (c < 0x80) {
        push(c);
    } else if (c < 0x800) {
        push(0xc0 | (c >> 6));
        push(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        push(0xe0 | (c >> 12));
        push(0x80 | ((c >> 6) & 0x3f));
        push(0x80 | (c & 0x3f));
    } else {
        push(0xf0 | (c >> 18));
        push(0x80 | ((c >> 12) & 0x3f));
        push(0x80 | ((c >> 6) & 0x3f));
        push(0x80 | (c & 0x3f));
    }
    return text;
}

bool Regex::Set::has(char32_t c) const
{
    const bool isIn = std::ranges::any_of(
        ranges, [c](const Range& range) { return c >= range.low && c <= range.high; });
    return isIn != isNegated;
}

/// Pattern to program, by recursive descent; groups may nest `deepestGroup` deep.
class RegexCompiler {
public:
    explicit RegexCompiler(std::string_view pattern)
        : m_pattern(codePoints(pattern))
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
        if (m_ignoresCase)
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

    /// a|b|c: each alternative is preferred to those after it.
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
                emit(Op::Jump)); // behind it stands what the split points to: the next alternative
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
            emitSet({ { { U'\n', U'\n' } }, true });
            return {};
        case U'^':
            emit(Op::Begin);
            return {};
        case U'$':
            emit(Op::End);
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

    Result<void> group()
    {
        if (take(U'?')) {
            if (take(U'i')) {
                m_ignoresCase = true;
                return take(U')')
                    ? Result<void>()
                    : Result<void>(fail("the pattern has a flag that is not supported"));
            }
            const bool isNamed = take(U'P') || peek() == U'<';
            if (isNamed) {
                while (!atEnd() && !take(U'>'))
                    ++m_at;
            } else if (!take(U':')) {
                return fail("the pattern has a group that is not supported");
            }
        }
        TRY(alternatives());
        return take(U')') ? Result<void>() : Result<void>(fail("the pattern lacks a ')'"));
    }

    static bool classOf(char32_t letter, Regex::Set& set)
    {
        switch (letter) {
        case U'd':
        case U'D':
            set.ranges = { { U'0', U'9' } };
            break;
        case U'w':
        case U'W':
            set.ranges = { { U'0', U'9' }, { U'A', U'Z' }, { U'_', U'_' }, { U'a', U'z' } };
            break;
        case U's':
        case U'S':
            set.ranges = { { U'\t', U'\n' }, { U'\f', U'\r' }, { U' ', U' ' } };
            break;
        default:
            return false;
        }
        set.isNegated = letter < U'a';
        return true;
    }

    static char32_t controlOf(char32_t letter)
    {
        switch (letter) {
        case U'n':
            return U'\n';
        case U't':
            return U'\t';
        case U'r':
            return U'\r';
        case U'f':
            return U'\f';
        case U'v':
            return U'\v';
        default:
            return letter;
        }
    }

    Result<void> escape()
    {
        if (atEnd())
            return fail("the pattern ends in a backslash");
        const char32_t c = m_pattern[m_at++];
        Regex::Set set;
        if (c == U'b' || c == U'B') {
            emit(c == U'b' ? Op::Boundary : Op::NotBoundary);
            return {};
        }
        if (!classOf(c, set)) {
            if (c != controlOf(c) || !isWord(c))
                set.ranges = { { controlOf(c), controlOf(c) } };
            else
                return fail("the pattern has the escape \\", utf8(c), ", which is not supported");
        }
        emitSet(std::move(set));
        return {};
    }

    Result<void> characterClass()
    {
        Regex::Set set;
        set.isNegated = take(U'^');
        bool isFirst = true;
        while (!atEnd() && (peek() != U']' || isFirst)) {
            isFirst = false;
            char32_t low = m_pattern[m_at++];
            if (low == U'\\' && !atEnd()) {
                Regex::Set named;
                const char32_t letter = m_pattern[m_at++];
                if (classOf(letter, named)) {
                    if (named.isNegated)
                        return fail("the pattern has a negated class inside a class");
                    set.ranges.insert(set.ranges.end(), named.ranges.begin(), named.ranges.end());
                    continue;
                }
                low = controlOf(letter);
            }
            char32_t high = low;
            if (peek() == U'-' && m_at + 1 < m_pattern.size() && m_pattern[m_at + 1] != U']') {
                ++m_at;
                high = m_pattern[m_at++];
                if (high == U'\\' && !atEnd())
                    high = controlOf(m_pattern[m_at++]);
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

    std::optional<std::uint32_t> number()
    {
        std::optional<std::uint32_t> value;
        while (!atEnd() && peek() >= U'0' && peek() <= U'9' && value.value_or(0) < 100'000)
            value = value.value_or(0) * 10 + static_cast<std::uint32_t>(m_pattern[m_at++] - U'0');
        return value;
    }

    /// What stands at [start, here()) is repeated low to high times.
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
                m_at = before + 1; // a brace that counts nothing is a character
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
        const bool isLazy = take(U'?');
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

    /// Makes room for one instruction at `at` and moves every target behind it.
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
    bool m_ignoresCase = false;
    Regex m_regex;
};

Result<Regex> Regex::compile(std::string_view pattern)
{
    if (pattern.size() > longestPattern)
        return fail("a pattern of ", pattern.size(), " bytes is longer than ", longestPattern);
    return RegexCompiler(pattern).compile().within(
        "regular expression \"" + std::string(pattern.substr(0, 60)) + "\"");
}

/// The threads of the simulation, in order of preference, each at most once.
class RegexRun {
public:
    RegexRun(const Regex& regex, const std::vector<char32_t>& text)
        : m_regex(regex)
        , m_text(text)
        , m_marks(regex.m_program.size(), 0)
    {
    }

    std::vector<std::uint32_t>& threads() { return m_threads; }

    void beginStep()
    {
        ++m_mark;
        m_threads.clear();
    }

    /// Follows everything that reads no character, from `start` at text position `at`.
    void add(std::uint32_t start, std::size_t at)
    {
        m_stack.assign(1, start);
        while (!m_stack.empty()) {
            const auto pc = m_stack.back();
            m_stack.pop_back();
            if (m_marks[pc] == m_mark)
                continue;
            m_marks[pc] = m_mark;
            const auto& instruction = m_regex.m_program[pc];
            switch (instruction.op) {
            case Regex::Op::Split:
                m_stack.push_back(instruction.second);
                m_stack.push_back(instruction.first);
                break;
            case Regex::Op::Jump:
                m_stack.push_back(instruction.first);
                break;
            case Regex::Op::Set:
            case Regex::Op::Match:
                m_threads.push_back(pc);
                break;
            default:
                if (holds(instruction.op, at))
                    m_stack.push_back(pc + 1);
            }
        }
    }

private:
    bool holds(Regex::Op op, std::size_t at) const
    {
        if (op == Regex::Op::Begin)
            return at == 0;
        if (op == Regex::Op::End)
            return at == m_text.size();
        const bool before = at > 0 && isWord(m_text[at - 1]);
        const bool after = at < m_text.size() && isWord(m_text[at]);
        return (before != after) == (op == Regex::Op::Boundary);
    }

    const Regex& m_regex;
    const std::vector<char32_t>& m_text;
    std::vector<std::uint32_t> m_threads;
    std::vector<std::uint64_t> m_marks;
    std::vector<std::uint32_t> m_stack;
    std::uint64_t m_mark = 0;
};

std::optional<std::size_t> Regex::run(
    const std::vector<char32_t>& text, std::size_t from, Goal goal) const
{
    RegexRun run(*this, text);
    run.beginStep();
    run.add(0, from);
    std::optional<std::size_t> matched;
    for (std::size_t at = from; !run.threads().empty(); ++at) {
        const auto threads = run.threads();
        run.beginStep();
        for (const auto pc : threads) {
            const auto& instruction = m_program[pc];
            if (instruction.op == Op::Match) {
                if (goal == Goal::Whole && at != text.size())
                    continue;
                matched = at;
                break; // threads after this one are less preferred
            }
            if (at < text.size() && m_sets[instruction.first].has(text[at]))
                run.add(pc + 1, at + 1);
        }
        if (at >= text.size())
            break;
    }
    return matched;
}

bool Regex::matchesWhole(std::string_view text) const
{
    return run(codePoints(text), 0, Goal::Whole).has_value();
}

std::optional<Regex::Span> Regex::find(std::string_view text, std::size_t from) const
{
    const auto points = codePoints(text);
    std::vector<std::size_t> bytes { 0 };
    for (const auto point : points)
        bytes.push_back(bytes.back() + utf8(point).size());
    std::size_t first = 0;
    while (first < points.size() && bytes[first] < from)
        ++first;
    for (; first <= points.size(); ++first) {
        if (const auto end = run(points, first, Goal::First))
            return Span { bytes[first], bytes[*end] };
    }
    return std::nullopt;
}

} // namespace engine
