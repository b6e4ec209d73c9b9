#include "ui/run/run_blockers.h"

#include "model/checks/finding_rules.h"
#include "ui/run/run_settings.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr qsizetype longestReason = 300; // in characters

} // namespace

RunBlockers blockersOf(const model::Model& model, const support::Diagnostics& findings)
{
    RunBlockers found { model::checks::stoppingFindings(model, findings), 0, {} };
    for (const auto id : model.main().initializers) {
        const auto& value = model.value(id);
        if (!value.initializer.isValid())
            continue;
        const auto& data = model.tensor(value.initializer).ref;
        if (data.place != model::TensorRef::Place::None && data.problem.empty())
            continue;
        if (found.weights++ == 0)
            found.firstWeight = data.problem;
    }
    return found;
}

bool hasStoppingFindings(const RunBlockers& blockers, const RunSettings& settings)
{
    return !blockers.findings.empty() && !settings.runDespiteProblems && !settings.engine.isOther();
}

bool hasStoppingWeights(const RunBlockers& blockers, const RunSettings& settings)
{
    return blockers.weights > 0 && !settings.randomWeights && !settings.engine.isOther();
}

QString blockerText(const RunBlockers& blockers, const RunSettings& settings)
{
    QStringList reasons;
    if (hasStoppingFindings(blockers, settings))
        reasons += tr("%n problem(s) of the model must be solved first: %1", nullptr,
            static_cast<int>(blockers.findings.size()))
                       .arg(plain(blockers.findings.front().message, longestReason));
    if (hasStoppingWeights(blockers, settings))
        reasons
            += tr("%n weight(s) without readable data", nullptr, static_cast<int>(blockers.weights))
            + (blockers.firstWeight.empty()
                    ? QString()
                    : QStringLiteral(": ") + plain(blockers.firstWeight, longestReason));
    return reasons.join(u'\n');
}

QString standingText(const support::Diagnostics& problems)
{
    using support::Severity;
    QStringList counts;
    for (const auto& [severity, text] : { std::pair(Severity::Error, QT_TR_NOOP("%n error(s)")),
             std::pair(Severity::Warning, QT_TR_NOOP("%n warning(s)")),
             std::pair(Severity::Note, QT_TR_NOOP("%n note(s)")) }) {
        const auto count = std::ranges::count(problems, severity, &support::Diagnostic::severity);
        if (count > 0)
            counts += tr(text, nullptr, static_cast<int>(count));
    }
    counts = { counts.join(QStringLiteral(", ")), tr("the model cannot run") };
    counts.removeAll(QString());
    return counts.join(QStringLiteral("  ·  "));
}

} // namespace ui
