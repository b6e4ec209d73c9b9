#include "engine/reference/regex.h"

#include <algorithm>

namespace engine {

bool isWordCharacter(char32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

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

/// The threads of the simulation in order of preference, each at most once.
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

    /// Adds all threads that `start` reaches without reading a character, at text position `at`.
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
        const bool isLine = op == Regex::Op::BeginLine || op == Regex::Op::EndLine;
        if (op == Regex::Op::Begin || op == Regex::Op::BeginLine)
            return at == 0 || (isLine && m_text[at - 1] == U'\n');
        if (op == Regex::Op::End || op == Regex::Op::EndLine)
            return at == m_text.size() || (isLine && m_text[at] == U'\n');
        const bool before = at > 0 && isWordCharacter(m_text[at - 1]);
        const bool after = at < m_text.size() && isWordCharacter(m_text[at]);
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
