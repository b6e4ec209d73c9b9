#include "ui/gpu/fallback_findings.h"

#include "profiler/statistics/fallbacks.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QJsonArray>

#include <algorithm>
#include <set>

namespace ui {

namespace {

constexpr qsizetype longestReason = 300; // in characters

class Findings {
public:
    explicit Findings(const model::Model& model)
        : m_model(model)
    {
    }

    void add(model::NodeId id, std::string_view reason, std::size_t copies)
    {
        if (!id.isValid() || id.value() >= m_model.nodes.size()
            || !m_known.insert(id.value()).second)
            return;
        const auto& node = m_model.node(id);
        support::Diagnostic finding { support::Severity::Warning, fallbackCode, {}, {}, {} };
        finding.where = model::locate(m_model, id);
        finding.message = tr("%1 \"%2\" runs on the CPU: %3")
                              .arg(plain(node.type, 80), plain(node.name, 200).replace(u'"', u'\''),
                                  plain(reason, longestReason))
                              .toStdString();
        finding.advice = (copies > 0
                ? tr("Operators lists its %n transfer(s) between GPU and CPU with their times",
                    nullptr, static_cast<int>(copies))
                : tr("its inputs and outputs are in CPU memory"))
                             .toStdString();
        m_found.push_back(std::move(finding));
    }
    support::Diagnostics take() { return std::move(m_found); }

private:
    const model::Model& m_model;
    // Avoids duplicates: a node may have several steps, and a step several nodes.
    std::set<std::uint32_t> m_known;
    support::Diagnostics m_found;
};

} // namespace

support::Diagnostics fallbackFindings(const model::Model& model, const profiler::Profile& profile)
{
    Findings findings(model);
    for (const auto& fallback : profiler::fallbacksOf(profile)) {
        for (const auto& origin : profile.step(fallback.step).origins)
            findings.add(origin.node, fallback.reason, fallback.copies.size());
    }
    return findings.take();
}

support::Diagnostics fallbackFindings(const model::Model& model, const QJsonObject& plan)
{
    Findings findings(model);
    for (const auto& entry : plan.value(QStringLiteral("on_cpu")).toArray()) {
        const auto row = entry.toObject();
        const auto reason = row.value(QStringLiteral("reason")).toString().toStdString();
        const auto copies = static_cast<std::size_t>(
            std::max<qint64>(0, row.value(QStringLiteral("copies")).toInteger()));
        for (const auto& node : row.value(QStringLiteral("nodes")).toArray()) {
            const auto id = node.toInteger(-1);
            if (id >= 0)
                findings.add(model::NodeId(static_cast<std::uint32_t>(id)), reason, copies);
        }
    }
    return findings.take();
}

} // namespace ui
