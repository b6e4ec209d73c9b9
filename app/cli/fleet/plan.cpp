#include "app/cli/fleet/plan.h"

#include "app/cli/fleet/plan_columns.h"
#include "app/cli/profiling/run_options.h"
#include "model/model.h"
#include "model/support/hash.h"
#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"
#include "model/tensor_store.h"
#include "profiler/file/profile_file.h"

#include <algorithm>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

namespace fs = std::filesystem;

namespace {

constexpr std::string_view planFormat = "opscope-plan";
constexpr std::int64_t planVersion = 1;
constexpr std::size_t nameDigits = 32;

/// Writes what the job measures, in an order that never changes: its hash is the job's name.
void writeMeasured(JsonWriter& json, const Job& job)
{
    json.members({ { "model_sha256", job.modelSha256 }, { "weights_sha256", job.weightsSha256 } });
    json.key("dims").beginObject();
    for (const auto& [name, size] : job.dims)
        json.member(name, size);
    json.endObject();
    json.members({ { "threads", job.threads }, { "precision", job.precision },
        { "engine", job.engine }, { "optimize", job.optimisation },
        { "machine_class", job.machineClass }, { "runs", job.runs }, { "warmup", job.warmUpRuns },
        { "limit", job.limit }, { "until", job.until }, { "options", job.options } });
}

std::string jobLine(const Job& job, std::size_t index)
{
    return support::jsonLine([&](JsonWriter& json) {
        json.members({ { "index", index }, { "job", job.name }, { "model", job.model } });
        writeMeasured(json, job);
    });
}

support::Error badRow(std::size_t index, std::string_view what)
{
    return failAs(ErrorKind::File, "job ", index, ": ", what,
        "; expected a plan that `opscope-cli plan make` wrote (docs/fleet.md)");
}

/// Fails for a member that exists with another type, instead of passing it over.
Result<void> checkTypes(const JsonValue& row, std::size_t index)
{
    using Kind = JsonValue::Kind;
    for (const auto& column : planColumns) {
        const auto kind = row[column.name].kind();
        const auto expected = column.kind == PlanColumn::Kind::Integer ? Kind::Number
            : column.kind == PlanColumn::Kind::Dims                    ? Kind::Object
            : column.kind == PlanColumn::Kind::Words                   ? Kind::Array
                                                                       : Kind::String;
        const bool mayBeNull = column.kind == PlanColumn::Kind::Integer && column.name != "index";
        if (kind != expected && !(mayBeNull && kind == Kind::Null))
            return badRow(index, "`" + std::string(column.name) + "` is absent or of another type");
    }
    for (const auto& [name, size] : row["dims"].members())
        if (!size.integer())
            return badRow(index, "the size of " + support::quote(name) + " is no integer");
    for (const auto& word : row["options"].items())
        if (!word.string())
            return badRow(index, "`options` is no list of texts");
    return {};
}

Job jobOf(const JsonValue& row)
{
    Job job { .name = row["job"].stringOr(""),
        .model = row["model"].stringOr(""),
        .modelSha256 = row["model_sha256"].stringOr(""),
        .weightsSha256 = row["weights_sha256"].stringOr(""),
        .dims = {},
        .threads = row["threads"].integer(),
        .precision = row["precision"].stringOr(""),
        .engine = row["engine"].stringOr(""),
        .optimisation = row["optimize"].stringOr(""),
        .machineClass = row["machine_class"].stringOr(""),
        .runs = row["runs"].integer(),
        .warmUpRuns = row["warmup"].integer(),
        .limit = row["limit"].stringOr(""),
        .until = row["until"].stringOr(""),
        .options = {} };
    for (const auto& [name, size] : row["dims"].members())
        job.dims[name] = size.integerOr(0);
    for (const auto& word : row["options"].items())
        job.options.push_back(word.stringOr(""));
    return job;
}

Result<JsonValue> documentOf(std::string_view bytes)
{
    if (profiler::looksLikeProfileFile(bytes))
        return planRowsOfParquet(std::as_bytes(std::span(bytes)));
    auto document = support::parseJson(bytes);
    if (!document)
        return std::move(document).error().as(ErrorKind::File);
    return document;
}

/// Fails unless the name of the job follows from its members: a result would bear a wrong name.
Result<void> checkName(const Job& job, std::size_t index, const std::string& program)
{
    if (job.name == nameOf(job, program))
        return {};
    return badRow(index, "its name is not that of its settings, so the plan was changed by hand");
}

} // namespace

Result<Plan> readPlan(const fs::path& file)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    const auto bytes = mapped->bytes();
    const auto document
        = TRY(documentOf({ reinterpret_cast<const char*>(bytes.data()), bytes.size() })
                  .within(file.string()));
    if (document["format"].stringOr("") != planFormat)
        return failAs(
            ErrorKind::File, file.string(), ": is no plan; `opscope-cli plan make` writes one");
    if (document["version"].integerOr(0) != planVersion)
        return failAs(ErrorKind::File, file.string(), ": is a plan of version ",
            document["version"].integerOr(0), ", this program reads version ", planVersion);
    std::error_code ignored;
    Plan plan { fs::absolute(file, ignored).parent_path(), document["opscope"].stringOr(""), {} };
    for (const auto& row : document["jobs"].items()) {
        const auto index = plan.jobs.size();
        TRY(checkTypes(row, index).within(file.string()));
        plan.jobs.push_back(jobOf(row));
        if (row["index"].integer() != static_cast<std::int64_t>(index))
            return badRow(index, "its `index` is not its place in the table").within(file.string());
        TRY(checkName(plan.jobs.back(), index, plan.program).within(file.string()));
    }
    return plan;
}

std::string planJson(const Plan& plan)
{
    auto text = support::jsonLine([&](JsonWriter& json) {
        json.members(
            { { "format", planFormat }, { "version", planVersion }, { "opscope", plan.program } });
    });
    text.back() = ',';
    text += "\n\"jobs\":[";
    for (std::size_t i = 0; i < plan.jobs.size(); ++i)
        text += (i == 0 ? "\n" : ",\n") + jobLine(plan.jobs[i], i);
    return text + "\n]}\n";
}

fs::path modelOf(const Plan& plan, const Job& job) { return plan.folder / fs::path(job.model); }

std::vector<std::string> profileWords(const Plan& plan, const Job& job)
{
    std::vector<std::string> words { "profile", modelOf(plan, job).string() };
    const auto add = [&](const char* flag, const std::string& value) {
        if (!value.empty())
            words.insert(words.end(), { flag, value });
    };
    const auto addNumber = [&](const char* flag, const std::optional<std::int64_t>& value) {
        add(flag, value ? std::to_string(*value) : "");
    };
    for (const auto& [name, size] : job.dims)
        add("--dim", name + "=" + std::to_string(size));
    addNumber("--threads", job.threads);
    add("--precision", job.precision);
    add("--engine", job.engine);
    add("--optimize", job.optimisation);
    addNumber("--runs", job.runs);
    addNumber("--warmup", job.warmUpRuns);
    add("--limit", job.limit);
    add("--until", job.until);
    words.insert(words.end(), job.options.begin(), job.options.end());
    return words;
}

std::string nameOf(const Job& job, const std::string& program)
{
    const auto text = support::jsonLine([&](JsonWriter& json) {
        json.member("opscope", program);
        writeMeasured(json, job);
    });
    return support::sha256(std::as_bytes(std::span(text))).substr(0, nameDigits);
}

std::string jobText(const Job& job)
{
    const fs::path path = job.model;
    auto text = path.filename() == "model.onnx" && path.has_parent_path()
        ? (path.parent_path().filename() / path.filename()).string()
        : path.filename().string();
    for (const auto& [name, size] : job.dims)
        text += " " + name + "=" + std::to_string(size);
    if (job.threads)
        text += " threads=" + std::to_string(*job.threads);
    for (const auto* word : { &job.engine, &job.precision, &job.optimisation, &job.machineClass })
        text += word->empty() ? "" : " " + *word;
    for (const auto& word : job.options)
        text += " " + word;
    return support::sanitise(text);
}

Result<void> hashModel(const Plan& plan, Job& job, const std::stop_token& stop)
{
    const auto path = modelOf(plan, job);
    const auto parsed = TRY(parseCommand(profileWords(plan, job)));
    const auto model = TRY(openChosen(parsed.invocation, path));
    job.modelSha256 = TRY(support::sha256OfFile(path, stop));
    for (const auto& tensor : model->tensors)
        if (!tensor.ref.file.empty())
            // Opens the file. A missing one is found again when the model runs.
            static_cast<void>(model->store->check(tensor));
    std::vector<std::string> hashes;
    for (const auto& file : model->store->openedFiles())
        hashes.push_back(TRY(support::sha256OfFile(file, stop)));
    std::ranges::sort(hashes);
    const auto joined = support::joined(hashes, "\n");
    job.weightsSha256 = hashes.empty() ? "" : support::sha256(std::as_bytes(std::span(joined)));
    return {};
}

} // namespace cli
