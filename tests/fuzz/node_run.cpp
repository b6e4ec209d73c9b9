#include "tests/fuzz/node_run.h"

#include "engine/plan/engine.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"

#include <algorithm>
#include <span>

namespace fuzz {

namespace {

constexpr std::uint64_t memoryLimit = 64u << 20;

/// What inference says against what came out: element type, rank and known sizes.
std::string contradiction(const model::ValueType& inferred, const engine::RuntimeValue& value)
{
    if (!value.isTensor() || !inferred.isTensor())
        return {};
    const auto& found = value.tensor().type;
    if (inferred.element != model::ElementType::Undefined && inferred.element != found.element)
        return "inferred " + std::string(model::name(inferred.element)) + ", the kernel gives "
            + std::string(model::name(found.element));
    if (!inferred.shape)
        return {};
    auto differs = inferred.shape->size() != found.dims.size();
    for (std::size_t i = 0; !differs && i < found.dims.size(); ++i) {
        const auto size = (*inferred.shape)[i].value();
        differs = size && *size != found.dims[i];
    }
    return differs ? "inferred " + model::shapeText(*inferred.shape) + ", the kernel gives "
            + engine::dimsText(found.dims)
                   : std::string();
}

Outcome planAndRun(std::vector<std::string>& failures,
    const std::shared_ptr<const model::Model>& model, const model::Analysis& analysis)
{
    engine::RunRequest request;
    request.model = model;
    request.threads = 1;
    request.memoryLimit = memoryLimit;
    const auto prepared = engine::prepare(request);
    if (!prepared.plan) {
        const auto& error = prepared.plan.error();
        if (error.message().empty())
            failures.emplace_back("refused without a message");
        return !prepared.report.refused.empty()               ? Outcome::Refused
            : error.kind() == support::ErrorKind::Unsupported ? Outcome::Unsupported
                                                              : Outcome::Failed;
    }
    auto session = engine::Session::create(*prepared.plan);
    if (!session)
        return Outcome::Failed;
    const auto result = session->run(prepared.inputs.runtimeValues());
    if (!result) {
        if (result.error().message().empty())
            failures.emplace_back("failed without a message");
        return Outcome::Failed;
    }
    const auto& outputs = model->main().outputs;
    for (std::size_t i = 0; i < std::min(outputs.size(), result->outputs.size()); ++i)
        if (const auto words = contradiction(analysis.type(outputs[i]), result->outputs[i].value);
            !words.empty())
            failures.push_back("output " + std::to_string(i) + ": " + words);
    return Outcome::Ran;
}

} // namespace

NodeRun runNode(const NodeCase& made)
{
    NodeRun run;
    const auto model = model::onnx::parseModel(std::as_bytes(std::span(made.bytes)));
    if (!model) {
        run.failures.push_back("cannot be read: " + model.error().message());
        return run;
    }
    const auto analysis = model::analyse(*model);
    // The outputs of every case have no type, so that inference alone says it.
    run.hasFinding = std::ranges::any_of(model::allFindings(*analysis), [](const auto& finding) {
        return finding.severity != support::Severity::Note && finding.code != "interface-type";
    });
    if (made.defect != Defect::None && !run.hasFinding)
        run.failures.push_back(
            "nothing is found, but it has " + std::string(defectName(made.defect)));
    run.outcome = planAndRun(run.failures, *model, *analysis);
    return run;
}

} // namespace fuzz
