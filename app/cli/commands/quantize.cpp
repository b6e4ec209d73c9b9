#include "app/cli/commands.h"
#include "app/cli/editing/edit_options.h"
#include "app/cli/editing/edited_output.h"
#include "app/cli/editing/quantise_report.h"
#include "app/cli/profiling/run_options.h"

#include "model/edit/document.h"
#include "model/edit/quantise/arguments.h"
#include "model/support/atomic_file.h"
#include "model/support/text.h"

#include <chrono>

namespace cli {

using model::edit::Document;
using support::Result;

namespace {

support::Progress progressTo(const Invocation& invocation)
{
    return [&invocation](std::string_view what, std::uint64_t done, std::uint64_t total) {
        invocation.printStatus(std::string(what) + ": input " + std::to_string(done + 1) + " of "
            + std::to_string(total));
    };
}

Result<void> findRanges(QuantiseRequest& request, const engine::RunRequest& run,
    const model::edit::QuantisationPlan& plan, const Invocation& invocation)
{
    if (request.calibration.folders.empty())
        invocation.printStatus("the ranges are from random inputs (seed " + std::to_string(run.seed)
            + "), which real inputs may exceed: --calibration DIR");
    request.options.ranges = TRY(engine::activationRanges(
        run, request.calibration, plan, request.ranges, invocation.stop, progressTo(invocation)));
    return {};
}

std::vector<std::string> outputsOf(
    const model::Model& model, const std::vector<model::NodeId>& nodes)
{
    std::vector<std::string> names;
    for (const auto node : nodes)
        names.push_back(model.value(model.node(node).outputs.front()).name);
    return names;
}

/// Runs both models in turn with the first sample and notes the wall times.
Result<void> measureTimes(QuantiseReport& report, const engine::RunRequest& before,
    const engine::RunRequest& after, const Invocation& invocation)
{
    struct Side {
        engine::Session session;
        std::vector<engine::RuntimeValue> inputs;
        std::vector<double>& ns;
    };
    std::vector<Side> sides;
    const auto& samples = report.request.calibration;
    for (const auto* const request : { &before, &after }) {
        auto run = *request;
        if (!samples.folders.empty())
            run.data = samples.folders.front();
        auto prepared = engine::prepare(run);
        const auto plan = TRY(std::move(prepared.plan));
        sides.push_back({ TRY(engine::Session::create(plan)), prepared.inputs.runtimeValues(),
            request == &before ? report.nsBefore : report.nsAfter });
    }
    for (std::int64_t run = -1; run < report.request.timedRuns; ++run)
        for (auto& side : sides) {
            const auto start = std::chrono::steady_clock::now();
            TRY(side.session.run(side.inputs, nullptr, invocation.stop));
            const std::chrono::duration<double, std::nano> took
                = std::chrono::steady_clock::now() - start;
            if (run >= 0) // the first one warms up
                side.ns.push_back(took.count());
        }
    return {};
}

Result<void> measureCost(QuantiseReport& report, engine::RunRequest run,
    const std::shared_ptr<const model::Model>& after, const Invocation& invocation)
{
    auto changed = run;
    changed.model = after;
    if (report.request.evaluation.count() > 0)
        report.errors = TRY(engine::compareModels(run, changed, report.request.evaluation,
            outputsOf(report.before, report.plan.nodes), invocation.stop, progressTo(invocation)));
    if (report.request.timedRuns > 0)
        TRY(measureTimes(report, run, changed, invocation));
    return {};
}

Result<int> runQuantize(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto path = *arguments.text("MODEL");
    const auto target = TRY(chosenTarget(arguments));
    const auto saving = TRY(chosenSaveOptions(arguments));
    auto request = TRY(quantiseRequest(arguments));
    auto run = TRY(runSettings(invocation));
    const auto opening = TRY(openOptions(arguments));
    const auto edited = TRY(Document::open(path, opening, invocation.stop));
    const auto before = edited->model();
    run.model = before;
    TRY(checkDimensions(run.dims, { *before }));
    const auto plan = TRY(model::edit::planQuantisation(*before, request.options));
    if (request.options.scheme == model::edit::QuantisationScheme::Static)
        TRY(findRanges(request, run, plan, invocation));
    const auto operation = model::edit::operationOf(request.options);
    auto step = TRY(edited->apply(operation));
    QuantiseReport report { .before = *before,
        .after = *edited->model(),
        .request = request,
        .plan = plan,
        .step = std::move(step),
        .operation = textOf(operation),
        .seed = run.seed,
        .bytesBefore = wholeBytes(*before),
        .bytesAfter = wholeBytes(*edited->model()),
        .target = target };
    TRY(measureCost(report, run, edited->model(), invocation));
    if (target)
        report.saved = TRY(save(*edited, *target, saving, invocation.stop));
    if (const auto script = arguments.text("--save-script"))
        TRY(support::writeFile(*script, edited->script()));
    TRY(invocation.print(invocation.format == Format::Json ? quantiseDocument(report)
                                                           : quantiseText(report, invocation)));
    return exitDone;
}

} // namespace

Command quantizeCommand()
{
    auto options = quantiseOptions();
    constexpr std::array<std::string_view, 8> ofRuns { "--input", "--dim", "--seed", "--threads",
        "--memory", "--tolerate", "--allow-folder", "--replace" };
    for (auto& option : runOptions(ofRuns))
        options.push_back(std::move(option));
    return { .name = "quantize",
        .summary = "Codes weights and activations with 4 or 8 bits, and shows the error of every "
                   "operator",
        .positionals = { { "MODEL", "ONNX file" } },
        .options = withOutputOptions(std::move(options)),
        .examples = { "quantize model.onnx --scheme 4bit -o small.onnx",
            "quantize model.onnx --scheme static --calibration images -o int8.onnx" },
        .formats = { Format::Text, Format::Json },
        .run = runQuantize,
        .usesCache = true };
}

} // namespace cli
