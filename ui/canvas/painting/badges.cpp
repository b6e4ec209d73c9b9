#include "ui/canvas/painting/badges.h"

#include "profiler/engines/engine_text.h"
#include "profiler/tables/profile.h"
#include "ui/translation/text.h"
#include "ui/verify/verification.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace ui {

using layout::Badge;

namespace {

/// The badge of a diagnostic, by the prefix of its code; the first row that fits.
struct Word {
    std::string_view prefix;
    const char* text;
    Badge::Tone tone;
};
constexpr std::array<Word, 7> words { {
    { "external-data", QT_TR_NOOP("NO WEIGHTS"), Badge::Tone::Error },
    { "weight", QT_TR_NOOP("NO WEIGHTS"), Badge::Tone::Error },
    { "tensor", QT_TR_NOOP("NO WEIGHTS"), Badge::Tone::Error },
    { "device-fallback", QT_TR_NOOP("FALLBACK"), Badge::Tone::Warning },
    { "operator-un", QT_TR_NOOP("NOT SUPPORTED"), Badge::Tone::Warning },
    { "kernel", QT_TR_NOOP("NOT SUPPORTED"), Badge::Tone::Warning },
    { "", QT_TR_NOOP("ERROR"), Badge::Tone::Error },
} };

constexpr std::string_view onCpu = "cpu";
constexpr std::string_view onCuda = "cuda";

std::string translated(const char* text) { return tr(text).toStdString(); }

class BadgeMaker {
public:
    explicit BadgeMaker(const model::Model& model)
        : m_model(model)
    {
    }

    void addProblem(const support::Diagnostic& problem)
    {
        const auto word = std::find_if(words.begin(), words.end(),
            [&](const Word& w) { return problem.code.starts_with(w.prefix); });
        const bool isShown
            = problem.severity == support::Severity::Error || word->tone == Badge::Tone::Warning;
        if (!isShown || problem.severity == support::Severity::Note)
            return;
        if (problem.where.node)
            add(*problem.where.node, { translated(word->text), word->tone, problem.message });
        else if (problem.where.value && *problem.where.value < m_model.values.size()) {
            for (const auto& use : m_model.values[*problem.where.value].uses)
                add(use.node.value(), { translated(word->text), word->tone, problem.message });
        }
    }

    void addProvenance(const profiler::Profile& profile)
    {
        std::map<std::uint32_t, int> fused;
        const bool isRemovalKnown = profiler::isRemovalKnown(profile);
        for (const auto& row : profile.provenance) {
            if (!row.node.isValid() || row.node.value() >= m_model.nodes.size())
                continue;
            if (row.fate == profiler::Fate::FusedInto && row.into.isValid())
                ++fused[row.into.value()];
            if (row.fate == profiler::Fate::Folded)
                add(row.node.value(), { translated(QT_TR_NOOP("FOLDED")), Badge::Tone::Plain });
            if (row.fate == profiler::Fate::Removed && isRemovalKnown)
                add(row.node.value(), { translated(QT_TR_NOOP("REMOVED")), Badge::Tone::Plain });
        }
        for (const auto& [leader, count] : fused)
            add(leader, { tr("FUSED %1").arg(count + 1).toStdString(), Badge::Tone::Info });
    }

    /// Only if the run used CPU and GPU: otherwise all cards would have the same badge.
    void addDevices(const profiler::Profile& profile)
    {
        const auto isOnCpu
            = [&](const profiler::Step& step) { return profile.text(step.device) == onCpu; };
        const auto isWork = [](const profiler::Step& step) {
            return step.kind == profiler::StepKind::Operator && !step.isInserted();
        };
        const bool hasBoth = std::ranges::any_of(profile.steps, [&](const auto& step) {
            return isWork(step) && isOnCpu(step);
        }) && std::ranges::any_of(profile.steps, [&](const auto& step) {
            return isWork(step) && profile.text(step.device).starts_with(onCuda);
        });
        if (!hasBoth)
            return;
        for (const auto& step : profile.steps) {
            const auto device = profile.text(step.device);
            const bool isGpu = device.starts_with(onCuda);
            if (!isWork(step) || (!isGpu && device != onCpu))
                continue;
            for (const auto& origin : step.origins) {
                if (!origin.node.isValid())
                    continue;
                add(origin.node.value(),
                    isGpu ? Badge { translated(QT_TR_NOOP("GPU")), Badge::Tone::Info }
                          : Badge { translated(QT_TR_NOOP("CPU")), Badge::Tone::Plain });
            }
        }
    }

    void addVerification(const Verification& verification)
    {
        const auto mark = [&](const VerifiedRow* row, const char* word) {
            const auto node = row != nullptr ? nodeOf(*row, m_model) : model::NodeId();
            if (node.isValid())
                add(node.value(), { translated(word), Badge::Tone::Error });
        };
        mark(verification.firstDivergence(), QT_TR_NOOP("DIVERGES"));
        if (verification.firstAtFault() != verification.firstDivergence())
            mark(verification.firstAtFault(), QT_TR_NOOP("AT FAULT"));
    }

    void addEdited(const model::edit::ChangedNode& changed)
    {
        add(changed.node.value(),
            changed.isAdded ? Badge { translated(QT_TR_NOOP("ADDED")), Badge::Tone::Info,
                translated(QT_TR_NOOP("not in the file")) }
                            : Badge { translated(QT_TR_NOOP("CHANGED")), Badge::Tone::Info,
                                translated(QT_TR_NOOP("differs from the file")) });
    }

    std::shared_ptr<const layout::Badges> take()
    {
        for (auto& [node, badges] : *m_badges)
            std::stable_sort(badges.begin(), badges.end(),
                [](const Badge& a, const Badge& b) { return a.tone < b.tone; });
        return m_badges;
    }

private:
    void add(std::uint32_t node, Badge badge)
    {
        if (node >= m_model.nodes.size())
            return;
        auto& badges = (*m_badges)[node];
        if (std::none_of(badges.begin(), badges.end(),
                [&](const Badge& known) { return known.text == badge.text; }))
            badges.push_back(std::move(badge));
    }

    const model::Model& m_model;
    std::shared_ptr<layout::Badges> m_badges = std::make_shared<layout::Badges>();
};

} // namespace

std::string fallbackWord() { return translated("FALLBACK"); }

std::shared_ptr<const layout::Badges> makeBadges(const model::Model& model,
    const support::Diagnostics& problems, const profiler::Profile* profile,
    const Verification* verification, std::span<const model::edit::ChangedNode> changed)
{
    BadgeMaker maker(model);
    for (const auto& problem : problems)
        maker.addProblem(problem);
    if (profile != nullptr) {
        maker.addProvenance(*profile);
        maker.addDevices(*profile);
    }
    if (verification != nullptr)
        maker.addVerification(*verification);
    for (const auto& node : changed)
        maker.addEdited(node);
    return maker.take();
}

} // namespace ui
