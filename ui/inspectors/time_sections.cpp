#include "model/support/text.h"
#include "profiler/profile.h"
#include "profiler/statistics.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/plain_text.h"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

namespace {

QString words(const char* text) { return QCoreApplication::translate("Inspector", text); }
QString shown(const std::string& text) { return QString::fromStdString(text); }

/// The current profile's row of the selected node; null without a run, or if it is of another model.
const profiler::NodeRow* rowOf(const InspectorTarget& target)
{
    const auto statistics = target.document.statistics();
    if (statistics == nullptr || target.node() == nullptr)
        return nullptr;
    return statistics->node(target.nodeId());
}

void addFate(FactList& list, const profiler::Profile& profile, const profiler::NodeRow& row)
{
    if (row.fate == profiler::Fate::Kept)
        return;
    const auto fate = QString::fromUtf8(profiler::fateName(row.fate).data(), static_cast<qsizetype>(profiler::fateName(row.fate).size()));
    list.add(words(QT_TRANSLATE_NOOP("Inspector", "Became")), words(QT_TRANSLATE_NOOP("Inspector", "%1 by %2")).arg(fate, plain(profile.text(row.pass), 80)));
}

} // namespace

QWidget* makeTime(const InspectorTarget& target, QWidget* parent)
{
    const auto* row = rowOf(target);
    if (row == nullptr)
        return nullptr;
    const auto profile = target.document.profile();
    auto* list = new FactList(parent);
    if (row->time.samples > 0) {
        const auto measurement = row->time.measurement();
        list->add(words(QT_TRANSLATE_NOOP("Inspector", "Median")), shown(profiler::text(measurement) + "  (" + profiler::confidenceText(measurement) + ")"));
        list->add(words(QT_TRANSLATE_NOOP("Inspector", "Share of wall")), shown(support::shareText(row->share, support::ShareForm::Card)));
        list->add(words(QT_TRANSLATE_NOOP("Inspector", "p95 · max")), shown(support::durationText(row->time.p95) + " · " + support::durationText(row->time.max)));
        if (row->isShared)
            list->addQuiet(words(QT_TRANSLATE_NOOP("Inspector", "Shared")), words(QT_TRANSLATE_NOOP("Inspector", "with the nodes of the same step")));
    }
    addFate(*list, *profile, *row);
    if (!list->isEmpty())
        return list;
    delete list;
    return nullptr;
}

QWidget* makeImplementation(const InspectorTarget& target, QWidget* parent)
{
    const auto* row = rowOf(target);
    if (row == nullptr || row->steps.empty())
        return nullptr;
    const auto profile = target.document.profile();
    auto* page = new QWidget(parent);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    auto* list = new FactList(page);
    column->addWidget(list);
    for (const auto id : row->steps) {
        const auto& step = profile->step(id);
        list->add(words(QT_TRANSLATE_NOOP("Inspector", "Ran")), plain(profile->text(step.implementation), 120));
        if (step.origins.size() > 1)
            list->add(words(QT_TRANSLATE_NOOP("Inspector", "Fused from")), words(QT_TRANSLATE_NOOP("Inspector", "%1 nodes")).arg(step.origins.size()));
        if (step.flops)
            list->add(words(QT_TRANSLATE_NOOP("Inspector", "Work")), shown(support::workText(static_cast<double>(*step.flops))));
        if (step.bytes)
            list->add(words(QT_TRANSLATE_NOOP("Inspector", "Least traffic")), shown(support::bytesText(*step.bytes)));
        if (const auto refusals = profile->text(step.refusals); !refusals.empty())
            column->addWidget(makeSecondaryText(plainLines(refusals, 1000), page));
    }
    return page;
}

} // namespace ui
