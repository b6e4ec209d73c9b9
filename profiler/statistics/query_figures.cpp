#include "profiler/statistics/query_figures.h"

#include "profiler/statistics/fallbacks.h"
#include "profiler/statistics/roofline.h"

#include <map>

namespace profiler {

namespace {

constexpr std::string_view space = " ";

std::string joined(std::string_view a, std::string_view b)
{
    return std::string(a) + std::string(a.empty() || b.empty() ? "" : space) + std::string(b);
}

} // namespace

QueryFigures::QueryFigures(const Profile& profile, const Statistics& statistics)
{
    std::map<std::string, std::uint32_t> known { { "", 0 } };
    m_words.emplace_back();
    const auto wordOf = [&](std::string word) {
        const auto [entry, isNew]
            = known.try_emplace(word, static_cast<std::uint32_t>(m_words.size()));
        if (isNew)
            m_words.push_back(std::move(word));
        return entry->second;
    };
    for (const auto& row : statistics.nodes) {
        if (!row.node.isValid())
            continue;
        auto& made = m_rows[row.node];
        made.isMeasured = row.time.samples > 0;
        made.timeNs = row.time.median;
        made.share = row.share;
        if (row.steps.empty())
            continue;
        const auto& step = profile.step(row.steps.front());
        made.implementation
            = wordOf(joined(profile.text(step.implementation), profile.text(step.tier)));
        made.device = wordOf(std::string(profile.text(step.device)));
    }
    const auto onFallback = wordOf("fallback");
    for (const auto& fallback : fallbacksOf(profile)) {
        for (const auto& origin : profile.step(fallback.step).origins) {
            if (origin.node.isValid())
                m_rows[origin.node].fallback = onFallback;
        }
    }
    addRoofs(profile, statistics);
}

/// A node of several steps gets the lowest share of roof of its steps.
void QueryFigures::addRoofs(const Profile& profile, const Statistics& statistics)
{
    const auto peaks = knownPeaks(profile.metadata);
    m_hasRoofs = peaks.has_value();
    if (!m_hasRoofs)
        return;
    for (const auto& roofRow : rooflineOf(profile, statistics, *peaks).rows) {
        if (!roofRow.ofRoof)
            continue;
        for (const auto& origin : profile.step(roofRow.step).origins) {
            if (!origin.node.isValid())
                continue;
            auto& known = m_rows[origin.node].ofRoof;
            known = std::min(known.value_or(*roofRow.ofRoof), *roofRow.ofRoof);
        }
    }
}

const QueryFigures::Row* QueryFigures::row(model::NodeId node) const
{
    const auto found = m_rows.find(node);
    return found != m_rows.end() ? &found->second : nullptr;
}

std::optional<double> QueryFigures::number(std::string_view key, model::NodeId node) const
{
    const auto* found = row(node);
    if (found == nullptr || !found->isMeasured)
        return std::nullopt;
    return key == "time" ? std::optional(found->timeNs)
        : key == "share" ? std::optional(found->share)
        : key == "roof"  ? found->ofRoof
                         : std::nullopt;
}

std::string QueryFigures::text(std::string_view key, model::NodeId node) const
{
    const auto* found = row(node);
    if (found == nullptr)
        return {};
    return key == "on" ? joined(m_words[found->device], m_words[found->fallback])
                       : m_words[found->implementation];
}

std::string QueryFigures::whyNot(std::string_view key) const
{
    if (key != "roof" || m_hasRoofs)
        return {};
    return "the ceilings of this machine are not measured, so no share of them is known: press "
           "Measure peaks in Roofline, or run `opscope-cli selftest peaks`";
}

void addFigures(model::QueryContext& context, std::shared_ptr<const QueryFigures> figures)
{
    if (figures == nullptr)
        return;
    context.measured = [figures](std::string_view key, model::NodeId node) {
        return figures->number(key, node);
    };
    context.measuredText
        = [figures](std::string_view key, model::NodeId node) { return figures->text(key, node); };
    context.whyNotMeasured = [figures](std::string_view key) { return figures->whyNot(key); };
}

} // namespace profiler
