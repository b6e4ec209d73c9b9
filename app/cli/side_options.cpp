#include "app/cli/side_options.h"

#include "app/cli/run_options.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

using Values = std::map<std::string, std::vector<std::string>>;

/// `--threads 2`, `--threads=2`, `--partial`; blanks separate, so values have none.
Result<Values> parsed(std::string_view option, const std::string& text)
{
    const auto known = runOptions();
    Values values;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        const auto flag = word.substr(0, equals);
        const auto found = std::ranges::find(known, flag, &Option::flag);
        if (found == known.end())
            return failAs(ErrorKind::Usage, option, " has \"", word,
                "\", expected options of a run such as --threads 2 --precision bf16");
        auto& list = values[flag];
        if (found->value.empty())
            continue;
        std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        if (equals == std::string::npos && !(words >> value))
            return failAs(ErrorKind::Usage, option, ": ", flag, " needs a value");
        list.push_back(value);
    }
    return values;
}

} // namespace

Result<Arguments> sideArguments(
    const Arguments& common, std::string_view option, const std::string& own)
{
    const auto mine = TRY(parsed(option, own));
    Arguments arguments;
    for (const auto& row : runOptions()) {
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
