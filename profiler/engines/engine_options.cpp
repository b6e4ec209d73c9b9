#include "profiler/engines/engine_options.h"

#include "model/support/text.h"

#include <algorithm>

namespace profiler {

namespace {

bool isNamed(const EngineOption& option, std::string_view name)
{
    return option.name.ends_with(':')
        ? name.starts_with(option.name) && name.size() > option.name.size()
        : option.name == name;
}

} // namespace

std::span<const EngineOption> onnxRuntimeOptions()
{
    static const std::vector<EngineOption> options {
        { "level", "how much the graph is changed before it runs", "all",
            { "none", "basic", "extended", "all" } },
        { "mode", "whether independent operators run at the same time", "sequential",
            { "sequential", "parallel" } },
        { "inter-op-threads", "threads for operators that run at the same time", "one per core",
            {} },
        { "spinning", "whether idle threads wait for work in a loop", "on", { "on", "off" } },
        { "arena", "whether memory is kept between operators", "on", { "on", "off" } },
        { "memory-pattern", "whether memory is planned from the first run", "on", { "on", "off" } },
        { "provider",
            "execution provider that is asked before the CPU: cuda, tensorrt, openvino, xnnpack …; "
            "`engines` lists those of the library",
            "cpu", {} },
        { "provider:", "option of that provider, for example provider:device_id=0",
            "the provider's", {} },
        { "config:",
            "entry of ONNX Runtime's session configuration, for example "
            "config:session.set_denormal_as_zero=1",
            "the engine's", {} },
    };
    return options;
}

std::span<const EngineOption> engineOptions(OtherEngine engine)
{
    switch (engine) {
    case OtherEngine::OnnxRuntime:
        return onnxRuntimeOptions();
    case OtherEngine::OpenVino:
        return openVinoOptions();
    case OtherEngine::TensorRt:
        return tensorRtOptions();
    case OtherEngine::Opscope:
        break;
    }
    return {};
}

support::Result<void> checkEngineOption(
    OtherEngine engine, std::string_view name, std::string_view value)
{
    using support::ErrorKind;
    using support::failAs;
    const auto options = engineOptions(engine);
    const auto found = std::ranges::find_if(
        options, [&](const EngineOption& option) { return isNamed(option, name); });
    if (found == options.end())
        return failAs(ErrorKind::Usage, "--engine-option names ", support::quote(name), ", but ",
            engineTitle(engine), " has ",
            options.empty() ? "no options" : support::joined(options, ", ", &EngineOption::name));
    if (!found->values.empty() && std::ranges::find(found->values, value) == found->values.end())
        return failAs(ErrorKind::Usage, "--engine-option ", name, " is ", support::quote(value),
            ", expected ", support::joined(found->values, " or "));
    return {};
}

} // namespace profiler
