#include "ui/timeline/step_looks.h"

#include "model/palette.h"
#include "ui/theme.h"

#include <map>
#include <utility>

namespace ui {

QColor mergedColour(const QColor& fill) { return fill.darker(135); }

std::vector<StepLook> stepLooks(const profiler::Profile& profile)
{
    const auto& theme = Theme::instance();
    std::map<std::pair<profiler::StringId, profiler::StringId>, StepLook> byType;
    std::vector<StepLook> looks;
    looks.reserve(profile.steps.size());
    for (const auto& step : profile.steps) {
        const auto [place, isNew] = byType.try_emplace({ step.domain, step.opType });
        if (isNew) {
            const auto& colours = theme.category(model::Palette::instance().category(
                profile.text(step.domain), profile.text(step.opType)));
            const auto fill = theme.colour(colours.solid);
            place->second
                = { fill.rgb(), mergedColour(fill).rgb(), theme.colour(colours.onSolid).rgb() };
        }
        looks.push_back(place->second);
    }
    return looks;
}

} // namespace ui
