#include "model/checks/new_findings.h"

#include <map>
#include <string>
#include <utility>

namespace model::checks {

support::Diagnostics newFindings(
    const support::Diagnostics& before, const support::Diagnostics& after)
{
    std::map<std::pair<std::string, std::string>, int> counts;
    for (const auto& finding : before)
        ++counts[{ finding.code, finding.message }];
    support::Diagnostics made;
    for (const auto& finding : after)
        if (counts[{ finding.code, finding.message }]-- <= 0)
            made.push_back(finding);
    return made;
}

} // namespace model::checks
