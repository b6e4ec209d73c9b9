#include "app/cli/editing/edited_output.h"

#include "app/cli/editing/edit_options.h"
#include "model/checks/new_findings.h"
#include "model/edit/document.h"
#include "model/edit/save.h"
#include "model/inference/analysis.h"
#include "model/support/atomic_file.h"
#include "model/support/json.h"
#include "model/support/text.h"

namespace cli {

using model::edit::Document;
using support::Diagnostics;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

/// What an edit did, for the report.
struct EditReport {
    const Document& document;
    const model::Model& before;
    Diagnostics made; ///< findings that the model did not have before
    Diagnostics mended; ///< findings that it has no more
    std::uint64_t bytes = 0; ///< of the model as one file
    std::optional<std::string> target; ///< nothing with --dry-run
    model::edit::SavedModel saved;
};

std::string imports(const model::Model& model)
{
    return support::joined(model.opsets, ", ", [](const model::OpsetImport& import) {
        return (import.domain.empty() ? "ai.onnx" : support::sanitise(import.domain)) + " "
            + std::to_string(import.version);
    });
}

std::string findingLines(std::string_view title, const Diagnostics& findings)
{
    std::string text;
    for (const auto& finding : findings)
        text += std::string(title) + "  " + support::sanitise(finding.where.path) + ": "
            + support::sanitise(finding.message) + "  [" + finding.code + "]\n";
    return text;
}

std::string changeText(std::uint64_t before, std::uint64_t after)
{
    return before == after ? support::countText(after)
                           : support::countText(before) + " → " + support::countText(after);
}

std::string lines(const EditReport& report)
{
    const auto& model = *report.document.model();
    std::string text;
    for (std::size_t i = 0; i < report.document.doneSteps(); ++i)
        text += support::sanitise(report.document.steps()[i].text) + "\n";
    text += findingLines("new finding", report.made) + findingLines("mended", report.mended);
    text += "IR version " + std::to_string(model.irVersion) + ", " + imports(model) + "; "
        + changeText(report.before.nodes.size(), model.nodes.size()) + " nodes, "
        + changeText(report.before.tensors.size(), model.tensors.size()) + " initializers\n";
    if (!report.target)
        return text + "nothing is written (--dry-run); one file would have "
            + support::bytesText(report.bytes) + "\n";
    return text + "wrote " + support::sanitise(*report.target) + "\n" + savedLines(report.saved);
}

void writeFindings(JsonWriter& json, std::string_view name, const Diagnostics& findings)
{
    json.key(name).beginArray();
    for (const auto& finding : findings)
        json.object({ { "rule", finding.code }, { "where", finding.where.path },
            { "message", finding.message } });
    json.endArray();
}

std::string document(const EditReport& report)
{
    const auto& model = *report.document.model();
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("steps").beginArray();
        for (std::size_t i = 0; i < report.document.doneSteps(); ++i) {
            const auto& step = report.document.steps()[i];
            json.beginObject().member("text", step.text);
            json.key("operation").raw(textOf(step.operation)).endObject();
        }
        json.endArray();
        writeFindings(json, "findings_made", report.made);
        writeFindings(json, "findings_mended", report.mended);
        json.member("ir_version", model.irVersion).key("opset_imports").beginArray();
        for (const auto& import : model.opsets)
            json.object({ { "domain", import.domain.empty() ? "ai.onnx" : import.domain },
                { "version", import.version } });
        json.endArray();
        json.members({ { "nodes_before", report.before.nodes.size() },
            { "nodes", model.nodes.size() }, { "bytes", report.bytes } });
        json.memberIf("file", report.target);
        writeSaved(json, report.saved);
    });
}

/// Findings of the model. The document may go on being edited.
Diagnostics findingsOf(const Document& document, const std::stop_token& stop)
{
    return model::allFindings(*model::analyse(document.model(), {}, stop));
}

} // namespace

std::string savedLines(const model::edit::SavedModel& saved)
{
    std::string text;
    for (const auto& file : saved.dataFiles)
        text += "wrote " + support::sanitise(file.string()) + "\n";
    for (const auto& file : saved.unused)
        text += "left " + support::sanitise(file.string())
            + ": the replaced model read it; remove it if no other model does\n";
    return text;
}

void writeSaved(JsonWriter& json, const model::edit::SavedModel& saved)
{
    const auto text = [](const auto& path) { return path.string(); };
    json.key("data_files").array(saved.dataFiles, text);
    json.key("unused_files").array(saved.unused, text);
}

Result<std::optional<std::string>> chosenTarget(
    const Arguments& arguments, const std::string* opened)
{
    const auto target = arguments.text("--output");
    const bool isInPlace = opened != nullptr && arguments.has("--in-place");
    const int given = (target ? 1 : 0) + isInPlace + arguments.has("--dry-run");
    if (given != 1)
        return failAs(ErrorKind::Usage, given == 0 ? "say where the model goes" : "choose one",
            opened != nullptr ? ": -o FILE, --in-place or --dry-run" : ": -o FILE or --dry-run");
    return isInPlace ? std::optional(*opened) : target;
}

std::vector<Option> withOutputOptions(std::vector<Option> options)
{
    const std::vector<Option> more { { "--dry-run", "", "writes nothing; shows what would change" },
        { "--save-script", "FILE", "writes the operations as a script that does them again", false,
            FileUse::Output },
        { "--note-edits", "", "notes the operations in the metadata of the model (opscope.edits)" },
        { "--external-data", "keep",
            "where weights go: keep (as they are), none (into the model), one (a file beside it), "
            "many (a file each)" },
        { "--threshold", "1KiB", "smaller weights stay in the model" },
        { "--alignment", "4KiB", "alignment of weights in a file" } };
    options.insert(options.end(), more.begin(), more.end());
    return options;
}

Result<int> applyAndSave(const Invocation& invocation, const std::string& path,
    std::span<const model::edit::Operation> operations,
    std::span<const engine::DerivedOperations> derived)
{
    const auto& arguments = invocation.arguments;
    const auto target = TRY(chosenTarget(arguments, &path));
    const auto saving = TRY(chosenSaveOptions(arguments));
    const auto edited = TRY(Document::open(path, {}, invocation.stop));
    const auto before = edited->model();
    const auto findingsBefore = findingsOf(*edited, invocation.stop);
    TRY(edited->applyAll(operations));
    for (const auto& derive : derived) {
        const auto more = TRY(derive(edited->model()));
        TRY(edited->applyAll(more));
    }
    if (arguments.has("--note-edits")) {
        const auto note = TRY(edited->historyNote());
        TRY(edited->apply(note));
    }
    const auto findings = findingsOf(*edited, invocation.stop);
    if (invocation.stop.stop_requested())
        return failAs(ErrorKind::Cancelled, "stopped; nothing is written");
    EditReport report { *edited, *before, model::checks::newFindings(findingsBefore, findings),
        model::checks::newFindings(findings, findingsBefore), edited->model()->fileBytes, target,
        {} };
    if (target)
        report.saved = TRY(save(*edited, *target, saving, invocation.stop));
    if (const auto script = arguments.text("--save-script"))
        TRY(support::writeFile(*script, edited->script()));
    TRY(invocation.print(invocation.format == Format::Json ? document(report) : lines(report)));
    return exitDone;
}

} // namespace cli
