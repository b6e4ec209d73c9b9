#include "profiler/peaks/arithmetic_type.h"

#include <algorithm>
#include <array>

namespace profiler {

std::string_view arithmeticOf(const Profile& profile, const Step& step)
{
    auto type = profile.text(step.inputTypes);
    type = type.substr(0, type.find(", "));
    if (const auto blank = type.rfind(' '); blank != std::string_view::npos)
        type.remove_prefix(blank + 1);
    if (type == "int8" || type == "uint8")
        return "int8";
    return type == "bf16" ? "bf16" : "float";
}

std::string precisionText(const Profile& profile)
{
    constexpr double minShare = 0.05;
    struct Part {
        std::string_view type;
        double multiplyAdds = 0;
    };
    std::array parts { Part { "float" }, Part { "int8" }, Part { "bf16" } };
    double sum = 0;
    for (const auto& step : profile.steps) {
        const auto work = step.work ? static_cast<double>(step.work->multiplyAdds) : 0.0;
        std::ranges::find(parts, arithmeticOf(profile, step), &Part::type)->multiplyAdds += work;
        sum += work;
    }
    const auto setting = profile.metadata.text(keys::precision);
    std::ranges::stable_sort(parts, std::greater<>(), &Part::multiplyAdds);
    std::string text;
    for (const auto& part : parts)
        if (sum > 0 && part.multiplyAdds >= minShare * sum)
            text += (text.empty() ? "" : ", ")
                + (part.type == "float" ? setting : std::string(part.type));
    return text.empty() ? setting : text;
}

} // namespace profiler
