#include "ui/run/plan_text.h"

#include "ui/format.h"
#include "ui/run/run_panel.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/plain_text.h"

#include <QJsonArray>

namespace ui {

namespace {

constexpr int maxNames = 8;

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
                     .arg(bytesText(static_cast<std::uint64_t>(
                         plan.value(QStringLiteral("arena_bytes")).toDouble()
                         + plan.value(QStringLiteral("weight_bytes")).toDouble()))));
    const auto ofDevice
        = static_cast<std::uint64_t>(plan.value(QStringLiteral("device_arena_bytes")).toDouble()
            + plan.value(QStringLiteral("device_weight_bytes")).toDouble());
    if (ofDevice > 0)
        lines.append(RunPanel::tr("✓ memory on the GPU: %1").arg(bytesText(ofDevice)));
    if (const auto fallbacks = fallbackText(plan); !fallbacks.isEmpty())
        lines.append(fallbacks);
    return lines;
}

QString fallbackText(const QJsonObject& plan)
{
    const auto rows = plan.value(QStringLiteral("on_cpu")).toArray();
    if (rows.isEmpty())
        return {};
    QStringList types;
    for (const auto& row : rows) {
        const auto type
            = plain(row.toObject().value(QStringLiteral("type")).toString().toStdString(),
                maxNameCharacters);
        if (!types.contains(type))
            types.append(type);
    }
    return RunPanel::tr("⚠ on the CPU, %n operator(s): %1", nullptr, static_cast<int>(rows.size()))
        .arg(types.mid(0, maxNames).join(QStringLiteral(", "))
            + (types.size() > maxNames ? QStringLiteral(" …") : QString()));
}

QString missingText(const QJsonObject& plan)
{
    QStringList missing;
    for (const auto& name : plan.value(QStringLiteral("missing_outputs")).toArray())
        missing.append(plain(name.toString().toStdString(), maxNameCharacters));
    if (missing.isEmpty())
        return {};
    return RunPanel::tr("⚠ Not computed, for want of operators: %1")
        .arg(missing.mid(0, maxNames).join(QStringLiteral(", "))
            + (missing.size() > maxNames ? QStringLiteral(" …") : QString()));
}

} // namespace ui
