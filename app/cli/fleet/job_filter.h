#pragma once

#include "app/cli/fleet/plan.h"

#include <string>
#include <vector>

namespace cli {

/// Which combinations become jobs (`--include`, `--exclude`). A text is a list of conditions
/// `KEY=PATTERN`, separated by commas; a job matches if all hold. Patterns are those of a shell.
class JobFilter {
public:
    /// Fails with ErrorKind::Usage for a condition without `=` or with an unknown key.
    static support::Result<JobFilter> of(
        const std::vector<std::string>& include, const std::vector<std::string>& exclude);

    bool keeps(const Job& job) const;

private:
    struct Condition {
        std::string key;
        std::string pattern;
    };
    using Conditions = std::vector<Condition>;

    static support::Result<std::vector<Conditions>> parsed(
        std::string_view option, const std::vector<std::string>& texts);
    static bool matches(const Job& job, const Conditions& conditions);

    std::vector<Conditions> m_include;
    std::vector<Conditions> m_exclude;
};

} // namespace cli
