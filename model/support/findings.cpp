#include "model/support/findings.h"

#include <map>
#include <utility>

namespace support {

Diagnostics without(const Diagnostics& some, const Diagnostics& others)
{
    std::map<std::pair<std::string, std::string>, int> counts;
    for (const auto& finding : others)
        ++counts[{ finding.code, finding.message }];
    Diagnostics left;
    for (const auto& finding : some)
        if (counts[{ finding.code, finding.message }]-- <= 0)
            left.push_back(finding);
    return left;
}

} // namespace support
