#include "profiler/attribution/attribution.h"

namespace profiler {

std::string_view attributionRuleName(AttributionRule rule)
{
    switch (rule) {
    case AttributionRule::SameNode:
        return "same node";
    case AttributionRule::Values:
        return "values";
    case AttributionRule::Name:
        return "name";
    case AttributionRule::Between:
        return "between";
    case AttributionRule::Part:
        return "part";
    case AttributionRule::EngineOwn:
        return "added by the engine";
    case AttributionRule::None:
        break;
    }
    return "none";
}

} // namespace profiler
