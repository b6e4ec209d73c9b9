#include "ui/run/plan_text.h"

#include "model/support/text.h"
#include "ui/plain_text.h"
#include "ui/run/run_panel.h"

#include <QJsonArray>

namespace ui {

namespace {

constexpr int mostNames = 8;
constexpr int mostCharacters = 48;

} // namespace

QStringList planLines(const QJsonObject& plan)
{
    QStringList lines;
    lines.append(RunPanel::tr("✓ plan: %1 steps from %2 nodes; %3 folded, %4 fused")
                     .arg(plan.value(QStringLiteral("steps")).toInteger())
                     .arg(plan.value(QStringLiteral("nodes")).toInteger())
                     .arg(plan.value(QStringLiteral("folded")).toInteger())
                     .arg(plan.value(QStringLiteral("fused")).toInteger()));
    lines.append(RunPanel::tr("✓ memory planned: %1")
                     .arg(QString::fromStdString(support::bytesText(static_cast<std::uint64_t>(
                         plan.value(QStringLiteral("arena_bytes")).toDouble()
                         + plan.value(QStringLiteral("weight_bytes")).toDouble())))));
    return lines;
}

QString missingText(const QJsonObject& plan)
{
    QStringList missing;
    for (const auto& name : plan.value(QStringLiteral("missing_outputs")).toArray())
        missing.append(plain(name.toString().toStdString(), mostCharacters));
    if (missing.isEmpty())
        return {};
    return RunPanel::tr("⚠ Not computed, for want of operators: %1")
        .arg(missing.mid(0, mostNames).join(QStringLiteral(", "))
            + (missing.size() > mostNames ? QStringLiteral(" …") : QString()));
}

} // namespace ui
