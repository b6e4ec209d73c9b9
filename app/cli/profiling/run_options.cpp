#include "app/cli/profiling/run_options.h"

#include "app/cli/quantities.h"
#include "engine/device/plugin.h"
#include "engine/kernel/memory.h"
#include "engine/plan/setting_names.h"
#include "model/checks/finding_rules.h"
#include "model/process/contained_jobs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <set>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// A driver that was not used for a long time takes seconds to start.
constexpr auto maxProbeTime = std::chrono::minutes(1);

template <typename Value, std::size_t count>
Result<Value> choose(const Arguments& arguments, std::string_view option,
    const std::array<engine::SettingName<Value>, count>& table, Value fallback)
{
    const auto given = arguments.text(option);
    if (!given)
        return fallback;
    std::string names;
    for (const auto& row : table) {
        if (row.name == *given)
            return row.value;
        names += (names.empty() ? "" : "|") + std::string(row.name);
    }
    return failAs(ErrorKind::Usage, option, " is \"", *given, "\", expected ", names);
}

/// Splits at the last `=`: names of values may contain one, sizes and specifications do not.
Result<KeyValue> splitAtEquals(
    std::string_view option, const std::string& text, std::string_view expected)
{
    const auto at = text.rfind('=');
    if (at == std::string::npos || at == 0)
        return failAs(ErrorKind::Usage, option, " is \"", text, "\", expected ", expected);
    return KeyValue { text.substr(0, at), text.substr(at + 1) };
}

Result<model::Binding> dimsOf(const Arguments& arguments)
{
    model::Binding dims;
    for (const auto& text : arguments.all("--dim")) {
        const auto pair = TRY(splitAtEquals("--dim", text, "NAME=SIZE, for example batch=1"));
        const auto size = support::numberFrom<std::int64_t>(pair.value);
        if (!size || *size < 0)
            return failAs(ErrorKind::Usage, "--dim ", pair.key, " is \"", pair.value,
                "\", expected a whole number from 0 up");
        dims[pair.key] = *size;
    }
    return dims;
}

std::vector<std::string> listed(std::string_view text)
{
    std::vector<std::string> items;
    while (!text.empty()) {
        const auto comma = text.find(',');
        items.emplace_back(text.substr(0, comma));
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return items;
}

Result<std::vector<std::string>> toleratedRules(const Arguments& arguments)
{
    const auto text = arguments.text("--tolerate");
    if (!text || *text == "all")
        return text ? std::vector<std::string> { *text } : std::vector<std::string>();
    return rulesOf("--tolerate", *text);
}

/// Returns why the device is not usable, checked in a child process; empty if it is usable.
Result<std::string> reasonFromChild(engine::DeviceKind device)
{
    std::string reason;
    const support::ContainedJobs jobs { 1,
        [=](std::size_t) { return engine::deviceStatus(device).reason; } };
    TRY(support::runContained(
        jobs, { .time = maxProbeTime }, [&](const support::ContainedEnd& end) {
            reason = end.crash.empty() ? end.result
                                       : "asking the driver ended the process (" + end.crash + ")";
        }));
    return reason;
}

} // namespace

/// Splits before the first specification: names, files and options of images may contain `=`.
Result<KeyValue> splitInput(const std::string& text)
{
    for (auto at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
        if (at > 0 && engine::beginsAsInputSpec(std::string_view(text).substr(at + 1)))
            return KeyValue { text.substr(0, at), text.substr(at + 1) };
    }
    return splitAtEquals("--input", text, "NAME=SPEC");
}

Result<std::vector<std::string>> rulesOf(std::string_view option, std::string_view text)
{
    auto rules = listed(text);
    if (rules.empty())
        return failAs(ErrorKind::Usage, option,
            " names no rule, expected rules of \"opscope-cli "
            "check --list-rules\"");
    for (const auto& rule : rules) {
        if (model::checks::findingRule(rule) == nullptr)
            return failAs(ErrorKind::Usage, option, " names ", support::quote(rule),
                ", expected rules of \"opscope-cli check --list-rules\", separated by commas");
    }
    return rules;
}

std::vector<Option> runOptions()
{
    return {
        { "--device", "NAME", "cpu or cuda" },
        { "--input", "NAME=SPEC",
            "random, random:0..100, zeros, ones, file:x.npy, file:x.pb, image:x.png,imagenet or "
            "other "
            "options of images (default: random with the seed)",
            true, FileUse::Input },
        { "--data", "DIR", "folder with input_<i>.pb or NAME.npy", false, FileUse::Input },
        { "--dim", "NAME=SIZE",
            "size of a named dimension (default: what follows from others, or 1)", true },
        shapeOption(),
        { "--seed", "N", "seed of random inputs and weights (default: 0)" },
        { "--missing-weights", "random", "run with seeded random weights where the file has none" },
        { "--threads", "N", "threads (default: one per core)" },
        { "--precision", "NAME",
            "f32, f32-strict (no Winograd), bf16 (products of bfloat16 numbers, sums in f32); on a "
            "GPU also f16 or tf32 (default: f32)" },
        { "--optimize", "LEVEL", "none, basic or full (default: full)" },
        { "--cuda-graph", "MODE",
            "record the steps on a GPU and launch them as one: on, off or auto (default: auto, on "
            "for run, off where steps are measured)" },
        { "--tune", "MODE",
            "choose among the kernels for a step by timing them and remember the choice: on (all "
            "anew, up to 10 s), off (always the same kernel) or auto (default: what is not "
            "remembered, up to 1 s; on a GPU as on if OPSCOPE_CUDA_TUNE=1, otherwise off)" },
        { "--partial", "",
            "skip operators without implementation and everything that depends on them" },
        { "--tolerate", "RULES",
            "run although the checker finds errors of these rules (ids separated by commas, or "
            "all)" },
        { "--memory", "BYTES",
            "most memory a run may take (default: three quarters of what machine, control group "
            "and "
            "limits of the process leave)" },
        { "--runs", "N", "measured runs" },
        { "--warmup", "N", "warm-up runs, not counted" },
        { "--allow-folder", "DIR", "external weights may also lie here", true },
        { "--replace", "LOCATION=FILE", "use this file for the external data named LOCATION", true,
            FileUse::Input },
        { "--json-progress", "", "write progress to stderr, one JSON object per line" },
    };
}

std::vector<Option> runOptions(std::span<const std::string_view> flags)
{
    const auto all = runOptions();
    std::vector<Option> chosen;
    for (const auto flag : flags)
        chosen.push_back(*std::ranges::find(all, flag, &Option::flag));
    return chosen;
}

Option shapeOption()
{
    return { "--shape", "NAME=SIZES", "shape of an input that declares none: 1x8x64, or scalar",
        true };
}

Result<model::OpenOptions> openOptions(const Arguments& arguments)
{
    model::OpenOptions options;
    for (const auto& folder : arguments.all("--allow-folder"))
        options.allowedFolders.emplace_back(folder);
    for (const auto& text : arguments.all("--replace")) {
        auto pair = TRY(splitAtEquals("--replace", text, "LOCATION=FILE"));
        options.replacedFiles[pair.key] = pair.value;
    }
    return options;
}

Result<model::InputShapes> chosenShapes(const Arguments& arguments)
{
    model::InputShapes shapes;
    for (const auto& text : arguments.all("--shape")) {
        const auto pair = TRY(splitAtEquals("--shape", text, "NAME=SIZES, for example q=1x8x64"));
        shapes[pair.key] = TRY(model::shapeFromText(pair.value).within("--shape " + pair.key));
    }
    return shapes;
}

namespace {

/// Returns the locations of external weights in a model.
std::set<std::string_view> weightLocations(const model::Model& model)
{
    std::set<std::string_view> locations;
    for (const auto& tensor : model.tensors)
        if (!tensor.ref.file.empty())
            locations.insert(tensor.ref.file);
    return locations;
}

} // namespace

Result<void> checkWeightFiles(const Invocation& invocation, const model::Model& model)
{
    for (const auto location : weightLocations(model))
        TRY(invocation.files.checkInput(
            { "the model", model.path.parent_path() / std::filesystem::path(location) }));
    return {};
}

Result<std::shared_ptr<const model::Model>> openChosen(
    const Invocation& invocation, const std::filesystem::path& path)
{
    const auto options = TRY(openOptions(invocation.arguments));
    const auto shapes = TRY(chosenShapes(invocation.arguments));
    auto model = TRY(model::openWithShapes(path, options, shapes, invocation.stop));
    const auto locations = weightLocations(*model);
    for (const auto& row : options.replacedFiles) {
        if (!locations.contains(row.first))
            return failAs(ErrorKind::Usage, "--replace names ", support::quote(row.first),
                ", which holds no weights of this model");
    }
    TRY(checkWeightFiles(invocation, *model));
    return model;
}

Result<engine::DeviceKind> chosenDevice(const Arguments& arguments, DeviceProbe probe)
{
    const auto device
        = TRY(choose(arguments, "--device", engine::deviceNames, engine::DeviceKind::Cpu));
    const auto reason = probe == DeviceProbe::InAChild && device != engine::DeviceKind::Cpu
        ? TRY(reasonFromChild(device))
        : engine::deviceStatus(device).reason;
    if (!reason.empty())
        return failAs(ErrorKind::Resource, "no CUDA device: ", reason, "; use --device cpu");
    return device;
}

namespace {

/// Fails for a precision that the CPU does not support, instead of ignoring it.
Result<void> checkPrecision(const engine::RunRequest& request)
{
    using engine::Precision;
    const bool isOfGpu
        = request.precision == Precision::Float16 || request.precision == Precision::Tf32;
    if (request.device != engine::DeviceKind::Cpu || !isOfGpu)
        return {};
    return failAs(ErrorKind::Usage, "--precision ", engine::precisionName(request.precision),
        " is for --device cuda: the CPU computes in f32 or bf16");
}

} // namespace

Result<engine::RunRequest> runSettings(const Invocation& invocation, DeviceProbe probe)
{
    const auto& arguments = invocation.arguments;
    engine::RunRequest request;
    request.device = TRY(chosenDevice(arguments, probe));
    request.precision
        = TRY(choose(arguments, "--precision", engine::precisionNames, engine::Precision::Float32));
    TRY(checkPrecision(request));
    request.optimisation = TRY(
        choose(arguments, "--optimize", engine::optimisationNames, engine::Optimisation::Full));
    request.cudaGraph
        = TRY(choose(arguments, "--cuda-graph", engine::cudaGraphNames, engine::CudaGraph::Auto));
    request.tune = TRY(choose(arguments, "--tune", engine::tuningNames, engine::Tuning::Auto));
    request.missingWeights = TRY(choose(arguments, "--missing-weights", engine::missingWeightsNames,
        engine::MissingWeights::Refuse));
    request.dims = TRY(dimsOf(arguments));
    request.threads = TRY(arguments.integer<int>("--threads", 0, 0, 4096));
    request.seed = TRY(
        arguments.integer<std::uint64_t>("--seed", 0, 0, std::numeric_limits<std::int64_t>::max()));
    request.memoryLimit = TRY(bytesOf(arguments, "--memory")).value_or(0);
    request.data = arguments.text("--data", "");
    request.tolerated = TRY(toleratedRules(arguments));
    if (arguments.has("--partial"))
        request.unsupported = engine::Unsupported::RunTheRest;
    for (const auto& text : arguments.all("--input")) {
        const auto pair = TRY(splitInput(text));
        request.inputs[pair.key]
            = TRY(engine::inputSpecFromText(pair.value).within("--input " + pair.key));
    }
    return request;
}

namespace {

bool hasDimension(const model::Model& model, std::string_view name)
{
    return std::ranges::any_of(model.values, [&](const model::Value& value) {
        return value.type.shape
            && std::ranges::any_of(*value.type.shape, [&](const auto& dimension) {
                   const auto symbols = dimension.symbols();
                   return std::ranges::find(symbols, name) != symbols.end();
               });
    });
}

} // namespace

Result<void> checkDimensions(const model::Binding& dims,
    std::initializer_list<std::reference_wrapper<const model::Model>> models)
{
    for (const auto& row : dims) {
        const auto& name = row.first;
        if (std::ranges::none_of(
                models, [&](const model::Model& model) { return hasDimension(model, name); }))
            return failAs(ErrorKind::Usage, "--dim names ", support::quote(name),
                ", a dimension that the model does not have; `inspect MODEL` shows the shapes");
    }
    return {};
}

void boundHeapFor(std::initializer_list<std::reference_wrapper<const engine::RunRequest>> requests,
    std::uint64_t besides)
{
    std::uint64_t limit = besides;
    for (const engine::RunRequest& request : requests) {
        if (request.device != engine::DeviceKind::Cpu)
            return;
        // Without `--memory` the limit is a share of all available memory. It covers both runs
        // together.
        if (request.memoryLimit == 0 || __builtin_add_overflow(limit, request.memoryLimit, &limit))
            return engine::limitHeap(0);
    }
    engine::limitHeap(limit);
}

Result<engine::RunRequest> runRequest(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    auto request = TRY(runSettings(invocation));
    request.model = TRY(openChosen(invocation, arguments.text("MODEL", "")));
    return request;
}

} // namespace cli
