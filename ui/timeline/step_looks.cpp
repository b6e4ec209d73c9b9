#include "ui/timeline/step_looks.h"

#include "model/palette.h"
#include "ui/widgets/theme.h"

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
            const auto category = model::Palette::instance().category(
                profile.text(step.domain), profile.text(step.opType));
            const auto& colours = theme.category(category);
            // The colour of unknown operators equals the background, so it cannot be used for
            // slices.
            const bool isUnknown = category == model::Category::Custom;
            const auto fill
                = isUnknown ? theme.colour("borderStrong") : theme.colour(colours.solid);
            const auto ink = isUnknown ? theme.colour("text") : theme.colour(colours.onSolid);
            place->second = { fill.rgb(), mergedColour(fill).rgb(), ink.rgb() };
        }
        looks.push_back(place->second);
    }
    return looks;
}

} // namespace ui
