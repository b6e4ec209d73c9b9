#include "engine/verify/verify_folder.h"

#include "engine/inputs/value_file.h"
#include "engine/plan/engine.h"
#include "model/support/json.h"
#include "model/support/truncated_files.h"

#include <algorithm>
#include <fstream>

namespace engine {

using support::ErrorKind;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view setPrefix = "test_data_set_";
constexpr std::uintmax_t maxJsonBytes = 1u << 20;

std::vector<fs::path> dataSets(const fs::path& folder)
{
    std::vector<fs::path> sets;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().filename().string().starts_with(setPrefix) && entry.is_directory(ignored))
            sets.push_back(entry.path());
    }
    std::ranges::sort(sets);
    return sets;
}

/// Returns the tolerances of a data.json; those that it does not give are taken from `tolerance`.
Tolerance readTolerance(const fs::path& file, Tolerance tolerance)
{
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored) || fs::file_size(file, ignored) > maxJsonBytes)
        return tolerance;
    std::ifstream stream(file, std::ios::binary);
    const std::string text { std::istreambuf_iterator<char>(stream), {} };
    const auto json = support::parseJson(text);
    if (!json)
        return tolerance;
    tolerance.relative = (*json)["rtol"].numberOr(tolerance.relative);
    tolerance.absolute = (*json)["atol"].numberOr(tolerance.absolute);
    return tolerance;
}

/// The model of a folder with one session for all its data sets. A set with other shapes costs one
/// more plan.
struct FolderRun {
    RunRequest request;
    std::shared_ptr<MemoryPool> pool;
    std::optional<Session> session;
};

class SetRun {
public:
    SetRun(FolderRun& folder, const fs::path& set, const VerifyOptions& options)
        : m_folder(folder)
        , m_set(set)
    {
        m_folder.request.data = set;
        m_tolerance
            = readTolerance(set / "data.json", readTolerance(set.parent_path() / "data.json", {}));
        m_tolerance.relative = options.relative.value_or(m_tolerance.relative);
        m_tolerance.absolute = options.absolute.value_or(m_tolerance.absolute);
        m_result.name = set.filename().string();
        m_result.isStatistical
            = set.parent_path().filename().string().starts_with("test_bernoulli");
    }

    VerifiedSet run(const std::stop_token& stop)
    {
        const auto done = compareAll(stop);
        if (!done) {
            m_result.outcome = outcomeOf(done.error());
            m_result.message = done.error().message();
        }
        return std::move(m_result);
    }

private:
    Result<void> compareAll(const std::stop_token& stop)
    {
        const auto inputs = TRY(makeInputs(m_folder.request, *m_folder.pool));
        if (!m_folder.session) {
            auto plan = TRY(prepare(m_folder.request, inputs, m_folder.pool).plan);
            m_folder.session = TRY(Session::create(std::move(plan)));
        }
        for (const auto& input : inputs.values) {
            if (!input.how.starts_with("file") && input.value.isPresent())
                return support::failAs(
                    ErrorKind::File, m_set.string(), ": no file for input '", input.name, "'");
        }
        const auto result = TRY(m_folder.session->run(inputs.runtimeValues(), nullptr, stop));
        TRY(support::checkMappedFiles());
        m_result.hasRun = true;
        for (std::size_t i = 0; i < result.outputs.size(); ++i)
            compareOne(i, result.outputs[i]);
        std::error_code ignored;
        const auto next = "output_" + std::to_string(result.outputs.size()) + ".pb";
        if (fs::exists(m_set / next, ignored))
            return support::fail(
                "the model gives ", result.outputs.size(), " outputs, ", next, " is expected too");
        return {};
    }

    void compareOne(std::size_t i, const NamedValue& output)
    {
        ComparedValue compared { output.name, typeWords(output.value), {},
            differenceOf(i, output) };
        if (output.value.isTensor())
            compared.dims = output.value.tensor().dims();
        if (!compared.difference.isWithin && m_result.outcome == VerifyOutcome::Passed) {
            m_result.outcome = VerifyOutcome::Failed;
            m_result.message = "output '" + output.name + "': " + compared.difference.message;
        }
        m_result.outputs.push_back(std::move(compared));
    }

    Difference differenceOf(std::size_t i, const NamedValue& output) const
    {
        const auto& model = *m_folder.request.model;
        const auto expected = readValue(m_set / ("output_" + std::to_string(i) + ".pb"),
            model.value(model.main().outputs[i]).type);
        if (!expected) {
            Difference difference;
            difference.isWithin = false;
            difference.message = expected.error().message();
            return difference;
        }
        return m_result.isStatistical ? compareAsDraws(output.value, *expected)
                                      : compare(output.value, *expected, m_tolerance);
    }

    FolderRun& m_folder;
    fs::path m_set;
    Tolerance m_tolerance;
    VerifiedSet m_result;
};

Result<void> runOnce(RunRequest request, const std::stop_token& stop)
{
    auto prepared = prepare(request);
    auto plan = TRY(std::move(prepared.plan));
    auto session = TRY(Session::create(plan));
    TRY(session.run(prepared.inputs.runtimeValues(), nullptr, stop));
    return support::checkMappedFiles();
}

void runSeeded(std::shared_ptr<const model::Model> model, const VerifyOptions& options,
    const std::stop_token& stop, VerifiedFolder& result)
{
    auto request = options.settings;
    request.model = std::move(model);
    const auto done = runOnce(std::move(request), stop);
    result.outcome = done ? VerifyOutcome::Ran : outcomeOf(done.error());
    result.message = done
        ? "no data set: ran with inputs of seed " + std::to_string(options.settings.seed)
        : done.error().message();
}

} // namespace

VerifyOutcome outcomeOf(const support::Error& error)
{
    return error.kind() == ErrorKind::Unsupported ? VerifyOutcome::Unsupported
                                                  : VerifyOutcome::Failed;
}

std::string_view outcomeName(VerifyOutcome outcome)
{
    switch (outcome) {
    case VerifyOutcome::Passed:
        return "passed";
    case VerifyOutcome::Failed:
        return "failed";
    case VerifyOutcome::Unsupported:
        return "unsupported";
    case VerifyOutcome::Ran:
        return "ran";
    }
    return "unknown";
}

const ComparedValue* VerifiedSet::worst() const
{
    const auto isBetter = [](const ComparedValue& a, const ComparedValue& b) {
        return std::pair(!a.difference.isWithin, a.difference.largestAbsolute)
            < std::pair(!b.difference.isWithin, b.difference.largestAbsolute);
    };
    const auto place = std::ranges::max_element(outputs, isBetter);
    return place == outputs.end() ? nullptr : &*place;
}

bool VerifiedFolder::hasRun() const
{
    return outcome == VerifyOutcome::Ran
        || (!sets.empty() && std::ranges::all_of(sets, &VerifiedSet::hasRun));
}

std::optional<bool> VerifiedFolder::agrees() const
{
    if (!hasRun() || sets.empty())
        return std::nullopt;
    return outcome == VerifyOutcome::Passed;
}

std::vector<fs::path> findTestFolders(const fs::path& path, WithoutData withoutData)
{
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored))
        return { path.parent_path() };
    std::vector<fs::path> folders;
    const auto consider = [&](const fs::path& folder) {
        std::error_code unreadable;
        const bool isEnough = withoutData == WithoutData::RunSeeded || !dataSets(folder).empty();
        if (isEnough && fs::is_regular_file(folder / "model.onnx", unreadable))
            folders.push_back(folder);
    };
    consider(path);
    for (auto entry = fs::recursive_directory_iterator(
             path, fs::directory_options::skip_permission_denied, ignored);
         entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
        if (!ignored && entry->is_directory(ignored))
            consider(entry->path());
    }
    std::ranges::sort(folders);
    return folders;
}

VerifiedFolder verifyFolder(
    const fs::path& folder, const VerifyOptions& options, std::stop_token stop)
{
    VerifiedFolder result;
    result.folder = folder;
    const auto model
        = model::openWithShapes(folder / "model.onnx", options.opening, options.inputShapes, stop);
    if (!model) {
        result.outcome = VerifyOutcome::Failed;
        result.message = model.error().message();
        return result;
    }
    result.isOpen = true;
    const auto sets = dataSets(folder);
    if (sets.empty() && options.withoutData == WithoutData::RunSeeded) {
        runSeeded(*model, options, stop, result);
        return result;
    }
    if (sets.empty()) {
        result.outcome = VerifyOutcome::Failed;
        result.message = "no test_data_set_* folder beside the model";
    }
    FolderRun run { options.settings, MemoryPool::create(options.settings.memoryLimit), {} };
    run.request.model = *model;
    for (const auto& set : sets) {
        auto done = SetRun(run, set, options).run(stop);
        // A wrong result takes precedence over a missing kernel.
        const bool isWorse = done.outcome != VerifyOutcome::Passed
            && result.outcome != VerifyOutcome::Failed
            && (result.outcome == VerifyOutcome::Passed || done.outcome == VerifyOutcome::Failed);
        if (isWorse) {
            result.outcome = done.outcome;
            result.message = done.name + ": " + done.message;
        }
        result.sets.push_back(std::move(done));
        if (options.setEnded)
            options.setEnded(result.sets.back(), result.sets.size(), sets.size());
        if (stop.stop_requested())
            break;
    }
    return result;
}

} // namespace engine
