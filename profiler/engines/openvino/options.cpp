#include "profiler/engines/openvino/options.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace profiler {

using support::ErrorKind;
using support::failAs;

namespace openvino {

namespace {

constexpr std::string_view propertyPrefix = "property:";
/// Value of options that leaves the choice to OpenVINO.
constexpr std::string_view engineChoice = "default";

struct OptionProperty {
    std::string_view option;
    const char* key;
    bool isUpperCase; ///< OpenVINO spells the values in capitals
};
constexpr std::array optionProperties {
    OptionProperty { "precision", "INFERENCE_PRECISION_HINT", false },
    OptionProperty { "streams", "NUM_STREAMS", true },
    OptionProperty { "hint", "PERFORMANCE_HINT", true },
};

constexpr std::array reported {
    ReportedProperty { "precision", "INFERENCE_PRECISION_HINT" },
    ReportedProperty { "threads", "INFERENCE_NUM_THREADS" },
    ReportedProperty { "streams", "NUM_STREAMS" },
    ReportedProperty { "hint", "PERFORMANCE_HINT" },
    ReportedProperty { "execution mode", "EXECUTION_MODE_HINT" },
    ReportedProperty { "device", "EXECUTION_DEVICES" },
};

struct RefusedProperty {
    std::string_view key;
    std::string_view reason;
};
constexpr std::array refused {
    RefusedProperty { "PERF_COUNT", "Opscope sets it for recorded runs" },
    // Its value is a pointer to functions: a text would be called.
    RefusedProperty { "CACHE_ENCRYPTION_CALLBACKS", "its value is no text" },
};

std::string upperCase(std::string_view text)
{
    std::string upper(text);
    for (auto& letter : upper)
        if (letter >= 'a' && letter <= 'z')
            letter = static_cast<char>(letter - 'a' + 'A');
    return upper;
}

support::Result<Property> passedThrough(std::string_view name, const std::string& value)
{
    const auto key = name.substr(propertyPrefix.size());
    if (key.empty())
        return failAs(ErrorKind::Usage, "option ", propertyPrefix,
            " of OpenVINO needs a name: ", propertyPrefix, "NAME");
    const auto row = std::ranges::find(refused, upperCase(key), &RefusedProperty::key);
    if (row != refused.end())
        return failAs(
            ErrorKind::Usage, "property ", row->key, " of OpenVINO cannot be set: ", row->reason);
    return Property { std::string(key), value };
}

support::Result<void> checkValue(std::string_view name, const std::string& value)
{
    for (const auto& option : openVinoOptions()) {
        if (option.name != name)
            continue;
        if (!option.values.empty()
            && std::ranges::find(option.values, value) == option.values.end())
            return failAs(ErrorKind::Usage, "option ", name, " of OpenVINO is ",
                support::quote(value), ", expected ", support::joined(option.values, " or "));
        return {};
    }
    return failAs(ErrorKind::Usage, "OpenVINO has no option ", support::quote(name),
        ", expected one of ", support::joined(openVinoOptions(), ", ", &EngineOption::name));
}

} // namespace

support::Result<std::vector<Property>> propertiesOf(const EngineSettings& settings)
{
    std::vector<Property> properties;
    if (settings.threads < 0)
        return failAs(ErrorKind::Usage, settings.threads, " threads, expected 0 or more");
    if (settings.threads > 0)
        properties.push_back({ "INFERENCE_NUM_THREADS", std::to_string(settings.threads) });
    if (!settings.options.contains("precision"))
        properties.push_back({ "INFERENCE_PRECISION_HINT", "f32" });
    for (const auto& [name, value] : settings.options) {
        if (name.starts_with(propertyPrefix)) {
            properties.push_back(TRY(passedThrough(name, value)));
            continue;
        }
        TRY(checkValue(name, value));
        const auto row = std::ranges::find(optionProperties, name, &OptionProperty::option);
        if (row != optionProperties.end() && value != engineChoice)
            properties.push_back({ row->key, row->isUpperCase ? upperCase(value) : value });
    }
    return properties;
}

std::span<const ReportedProperty> reportedProperties() { return reported; }

} // namespace openvino

std::span<const EngineOption> openVinoOptions()
{
    static const std::vector<EngineOption> options {
        { "precision",
            "type that floats are computed in; default: OpenVINO's choice, which is bf16 on "
            "processors that have it",
            "f32", { "f32", "bf16", "f16", "default" } },
        { "streams", "number of inferences that may run at the same time, or auto", "1", {} },
        { "hint", "what OpenVINO chooses its settings for", "latency",
            { "latency", "throughput", "default" } },
        { "property:", "property of OpenVINO, for example property:EXECUTION_MODE_HINT=ACCURACY",
            "the engine's", {} },
    };
    return options;
}

} // namespace profiler
