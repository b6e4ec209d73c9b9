#include "ui/run/read_run.h"

#include "model/support/hash.h"
#include "profiler/charts/timeline.h"
#include "profiler/importers/importer.h"
#include "profiler/statistics/scope_spans.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/match_model.h"

namespace ui {

namespace {

/// Profiles with at most this many slices get their statistics here, which takes little time.
constexpr std::size_t spansAtOnce = 200'000;

Document::Run runOf(const QString& path, std::shared_ptr<const profiler::Profile> profile)
{
    Document::Run run;
    run.path = path;
    if (profile->slices.size() <= spansAtOnce)
        run.statistics = profiler::computeStatistics(*profile);
    run.timeline = profiler::Timeline::build(profile);
    run.scopes = std::make_shared<const std::vector<profiler::ScopeLevel>>(
        profiler::scopeLevels(*run.timeline));
    run.profile = std::move(profile);
    return run;
}

profiler::ModelNames namesOf(const model::Model& model, std::string sha256)
{
    profiler::ModelNames names { std::move(sha256), model::nodeLabels(model), {} };
    for (const auto& value : model.values)
        names.values.push_back(value.name);
    return names;
}

} // namespace

support::Result<Document::Run> readRun(
    const QString& path, std::stop_token stop, const support::Progress& progress)
{
    auto profile = TRY(profiler::importProfile(path.toStdString(), std::move(stop), progress));
    return runOf(path, std::move(profile));
}

support::Result<ProfileMatch> readRunFor(const QString& path, const model::Model& model,
    std::stop_token stop, const support::Progress& progress)
{
    auto profile = TRY(profiler::importProfile(path.toStdString(), stop, progress));
    auto sha256 = TRY(support::sha256OfFile(model.path, std::move(stop)));
    auto match = profiler::matchToModel(std::move(profile), namesOf(model, std::move(sha256)));
    ProfileMatch result { runOf(path, std::move(match.profile)), match.isSameFile };
    result.run.matchedShare = match.share;
    return result;
}

std::vector<Document::Run> rematched(
    std::vector<Document::Run> runs, const model::Model& model, const std::string& sha256)
{
    const auto names = namesOf(model, sha256);
    for (auto& run : runs) {
        auto match = profiler::matchToModel(run.profile, names);
        if (match.profile == run.profile)
            continue;
        auto led = runOf(run.path, std::move(match.profile));
        led.name = run.name;
        led.isOfSession = run.isOfSession;
        led.marks = std::move(run.marks);
        led.matchedShare = match.share;
        run = std::move(led);
    }
    return runs;
}

} // namespace ui
