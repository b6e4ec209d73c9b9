#include "profiler/engines/tensorrt/options.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace tensorrt {

namespace {

constexpr std::string_view flagPrefix = "flag:";

/// Precisions, and what trtexec is told for them. TensorRT uses TF32 on its own.
struct PrecisionFlag {
    std::string_view precision;
    std::string_view flag;
};
constexpr std::array precisionFlags {
    PrecisionFlag { "f32", "--noTF32" },
    PrecisionFlag { "tf32", "" },
    PrecisionFlag { "fp16", "--fp16" },
    PrecisionFlag { "bf16", "--bf16" },
    PrecisionFlag { "int8", "--int8" },
    PrecisionFlag { "best", "--best" },
    PrecisionFlag { "typed", "--stronglyTyped" },
};

/// Options with a number, for measuring only.
struct NumberFlag {
    std::string_view option;
    std::string_view flag;
    std::string_view usual; ///< is passed if the option is absent
    int most;
};
constexpr std::array numberFlags {
    NumberFlag { "iterations", "--iterations", "10", 1'000'000 },
    NumberFlag { "duration", "--duration", "1", 3600 },
    NumberFlag { "warm-up", "--warmUp", "200", 600'000 },
};

/// Options of trtexec that Opscope sets or whose effect it could not show.
constexpr std::array<std::string_view, 26> ownFlags { "onnx", "saveEngine", "loadEngine",
    "exportTimes", "exportProfile", "exportLayerInfo", "exportOutput", "dumpRawBindingsToFile",
    "loadInputs", "shapes", "minShapes", "optShapes", "maxShapes", "iterations", "duration",
    "warmUp", "separateProfileRun", "skipInference", "profilingVerbosity", "device", "streams",
    "infStreams", "threads", "help", "timeDeserialize", "safe" };

std::string optionOr(const Options& options, std::string_view name, std::string_view other)
{
    const auto found = options.find(name);
    return found != options.end() ? found->second : std::string(other);
}

Result<void> checkNumber(std::string_view option, std::string_view text, int most)
{
    const auto number = support::numberFrom<double>(text);
    if (number && *number >= 0 && *number <= most)
        return {};
    return failAs(ErrorKind::Usage, "--engine-option ", option, " is ", support::quote(text),
        ", expected a number from 0 to ", most);
}

/// Adds options of trtexec that have no name of their own here.
Result<void> addOtherFlags(const Options& options, Flags& flags)
{
    for (const auto& [option, value] : options) {
        if (!option.starts_with(flagPrefix))
            continue;
        const auto name = option.substr(flagPrefix.size());
        if (std::ranges::find(ownFlags, name) != ownFlags.end())
            return failAs(ErrorKind::Usage, "--engine-option ", option, ": Opscope sets --", name,
                " of trtexec itself");
        const auto flag = "--" + name + (value.empty() ? "" : "=" + value);
        flags.build.push_back(flag);
        flags.run.push_back(flag);
    }
    return {};
}

} // namespace

Result<Flags> flagsOf(const Options& options)
{
    Flags flags;
    const auto row = std::ranges::find(
        precisionFlags, optionOr(options, "precision", "f32"), &PrecisionFlag::precision);
    if (row != precisionFlags.end() && !row->flag.empty())
        flags.build.emplace_back(row->flag);
    if (const auto level = options.find("optimization-level"); level != options.end())
        flags.build.push_back("--builderOptimizationLevel=" + level->second);
    if (const auto cache = options.find("timing-cache"); cache != options.end())
        flags.build.push_back(
            "--timingCacheFile=" + std::filesystem::absolute(cache->second).string());
    for (const auto& number : numberFlags) {
        const auto text = optionOr(options, number.option, number.usual);
        TRY(checkNumber(number.option, text, number.most));
        flags.run.push_back(std::string(number.flag) + "=" + text);
    }
    if (const auto device = options.find("device"); device != options.end()) {
        TRY(checkNumber("device", device->second, 1000));
        for (auto* const list : { &flags.build, &flags.run })
            list->push_back("--device=" + device->second);
    }
    if (optionOr(options, "cuda-graph", "off") == "on")
        flags.run.emplace_back("--useCudaGraph");
    TRY(addOtherFlags(options, flags));
    return flags;
}

} // namespace tensorrt

std::span<const EngineOption> tensorRtOptions()
{
    static const std::vector<EngineOption> options {
        { "precision",
            "types in which layers may compute: f32 also forbids TF32; int8 needs a quantised "
            "model, else its ranges are made up; typed keeps the model's types",
            "f32", { "f32", "tf32", "fp16", "bf16", "int8", "best", "typed" } },
        { "optimization-level", "how long the engine's builder searches for fast kernels",
            "TensorRT's", { "0", "1", "2", "3", "4", "5" } },
        { "iterations", "runs of one start of trtexec, at least", "10", {} },
        { "duration", "seconds that the runs of one start take, at least", "1", {} },
        { "warm-up", "milliseconds of runs before those that count", "200", {} },
        { "cuda-graph", "whether a run is launched as a CUDA graph", "off", { "on", "off" } },
        { "device", "number of the GPU", "0", {} },
        { "timing-cache", "file that keeps the times of kernels from one build to the next", "none",
            {} },
        { "flag:",
            "another option of trtexec, for example flag:sparsity=enable; for options without a "
            "value: flag:directIO=",
            "trtexec's", {} },
    };
    return options;
}

} // namespace profiler
