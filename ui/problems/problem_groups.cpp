#include "ui/problems/problem_groups.h"

#include <unordered_map>

namespace ui {

namespace {

constexpr std::size_t patternLimit = 400; // a message may contain a very long name

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }
bool isQuote(char letter) { return letter == '"' || letter == '\''; }

} // namespace

std::string messagePattern(std::string_view message)
{
    std::string pattern;
    for (std::size_t i = 0; i < message.size() && pattern.size() < patternLimit; ++i) {
        const char letter = message[i];
        const auto close = isQuote(letter) ? message.find(letter, i + 1) : std::string_view::npos;
        if (close != std::string_view::npos) {
            pattern += "\"…\"";
            i = close;
        } else if (!isDigit(letter)) {
            pattern += letter;
        } else if (pattern.empty() || pattern.back() != '#') {
            pattern += '#';
        }
        // 1,234 and 5678 both become one `#`.
        const bool isGrouping = letter == ',' && i > 0 && isDigit(message[i - 1])
            && i + 1 < message.size() && isDigit(message[i + 1]);
        if (isGrouping && pattern.back() == ',')
            pattern.pop_back();
    }
    return pattern;
}

std::vector<ProblemGroup> groupProblems(std::span<const support::Diagnostic> problems)
{
    std::vector<ProblemGroup> groups;
    std::unordered_map<std::string, std::size_t> known;
    for (std::uint32_t i = 0; i < problems.size(); ++i) {
        const auto& problem = problems[i];
        auto key = std::to_string(static_cast<int>(problem.severity)) + problem.code + '\n'
            + messagePattern(problem.message);
        const auto [entry, isNew] = known.try_emplace(std::move(key), groups.size());
        if (isNew)
            groups.push_back({ problem.severity, {} });
        groups[entry->second].places.push_back(i);
    }
    return groups;
}

} // namespace ui
