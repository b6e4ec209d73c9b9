#include "app/cli/comparing/side_options.h"

#include "app/cli/engines/engine_choice.h"
#include "app/cli/profiling/run_options.h"
#include "model/support/shell_words.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

using Values = std::map<std::string, std::vector<std::string>>;

/// Parses `--threads 2`, `--threads=2`, `--data 'my dir'`, `--partial`.
Result<Values> parsed(std::string_view option, const std::string& text)
{
    const auto known = sideOptions();
    Values values;
    const auto words = TRY(support::shellWords(text).within(std::string(option)));
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto& word = words[i];
        const auto equals = word.find('=');
        const auto flag = word.substr(0, equals);
        const auto found = std::ranges::find(known, flag, &Option::flag);
        if (found == known.end())
            return failAs(ErrorKind::Usage, option, " has \"", word,
                "\", expected options of a run such as --threads 2 --precision bf16");
        auto& list = values[flag];
        if (found->value.empty())
            continue;
        if (equals == std::string::npos && i + 1 == words.size())
            return failAs(ErrorKind::Usage, option, ": ", flag, " needs a value");
        list.push_back(equals == std::string::npos ? words[++i] : word.substr(equals + 1));
    }
    return values;
}

} // namespace

std::vector<Option> sideOptions()
{
    auto options = runOptions();
    std::ranges::move(engineOptions(), std::back_inserter(options));
    return options;
}

Result<Arguments> sideArguments(
    const Arguments& common, std::string_view option, const std::string& own)
{
    const auto mine = TRY(parsed(option, own));
    Arguments arguments;
    for (const auto& row : sideOptions()) {
        auto values = common.all(row.flag);
        const auto found = mine.find(row.flag);
        if (found == mine.end() && !common.has(row.flag))
            continue;
        if (found != mine.end()) {
            if (!row.isRepeatable)
                values.clear();
            values.insert(values.end(), found->second.begin(), found->second.end());
        }
        arguments.set(row.flag, std::move(values));
    }
    return arguments;
}

} // namespace cli
