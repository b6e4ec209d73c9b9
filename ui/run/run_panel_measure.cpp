#include "ui/run/run_panel.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plain_text.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

/// The part of the Run panel that says how often Profile measures, and what a run may take.
namespace ui {

void RunPanel::buildMeasure(QVBoxLayout& column)
{
    column.addSpacing(6);
    column.addWidget(makeLabel(tr("Measure"), "heading"));
    auto* measure = m_measure = new QFormLayout;
    column.addLayout(measure);
    m_count = new QSpinBox;
    m_count->setObjectName("measureRuns");
    m_count->setRange(1, 1000000);
    measure->addRow(tr("Runs"), m_count);
    m_warmup = new QSpinBox;
    m_warmup->setRange(0, 100000);
    measure->addRow(tr("Warm-up"), m_warmup);
    m_limit = new QSpinBox;
    m_limit->setRange(1, 86400);
    m_limit->setSuffix(tr(" s"));
    measure->addRow(tr("At most"), m_limit);
    m_until = new QDoubleSpinBox;
    m_until->setObjectName("until");
    m_until->setRange(0, 50);
    m_until->setSingleStep(0.5);
    m_until->setDecimals(1);
    m_until->setPrefix(tr("± "));
    m_until->setSuffix(tr(" %"));
    m_until->setSpecialValueText(tr("all runs are done"));
    m_until->setToolTip(tr("Stop before all runs are done when the 95 % interval of the median "
                           "lies within this share of it"));
    measure->addRow(tr("Until"), m_until);
    m_record = new QComboBox;
    m_record->setObjectName("record");
    m_record->addItem(tr("Operators"), QStringLiteral("operators"));
    m_record->addItem(tr("Operators and phases"), QStringLiteral("phases"));
    m_record->addItem(tr("Threads and counters too"), QStringLiteral("threads"));
    m_record->setToolTip(tr("Phases: reorders, copies and dispatch within operators. Threads: what "
                            "each one works at, and memory, clock, temperature and power "
                            "meanwhile. The more is recorded, the more recording costs"));
    measure->addRow(tr("Record"), m_record);
}

void RunPanel::buildLimits(QVBoxLayout& column)
{
    constexpr int mostMiB = 64 << 20;
    constexpr int mostSeconds = 60 * 60 * 24 * 30;
    column.addSpacing(6);
    column.addWidget(makeLabel(tr("Limits"), "heading"));
    auto* limits = new QFormLayout;
    column.addLayout(limits);
    m_memory = new QSpinBox;
    m_memory->setObjectName("memoryLimit");
    m_memory->setRange(0, mostMiB);
    m_memory->setSingleStep(1024);
    m_memory->setSuffix(tr(" MiB"));
    m_memory->setSpecialValueText(tr("¾ of what is available"));
    m_memory->setToolTip(toolTipOf(
        tr("A run that needs more memory is refused, or ends with an error. On the CPU the heap of "
           "its process is limited too.")));
    limits->addRow(tr("Memory"), m_memory);
    m_longest = new QSpinBox;
    m_longest->setObjectName("timeLimit");
    m_longest->setRange(0, mostSeconds);
    m_longest->setSingleStep(60);
    m_longest->setSuffix(tr(" s"));
    m_longest->setSpecialValueText(tr("no limit"));
    m_longest->setToolTip(toolTipOf(tr("A run, profile or sweep that takes longer is stopped. What "
                                       "was measured until then is kept.")));
    limits->addRow(tr("Time"), m_longest);
}

/// Shows how often generations are measured, or single runs.
void RunPanel::fillMeasure(const RunSettings& settings)
{
    m_showsGenerations = settings.generates(*document()->model());
    const auto counts = m_showsGenerations
        ? settings.generation.counts
        : RunCounts { settings.runs, settings.warmup, settings.limitSeconds };
    qobject_cast<QLabel*>(m_measure->labelForField(m_count))
        ->setText(m_showsGenerations ? tr("Generations") : tr("Runs"));
    m_count->setValue(counts.runs);
    m_warmup->setValue(counts.warmup);
    m_limit->setValue(counts.limitSeconds);
    m_until->setValue(settings.untilPercent);
    m_memory->setValue(settings.memoryMiB);
    m_longest->setValue(settings.longestSeconds);
    m_measure->setRowVisible(m_until, !m_showsGenerations);
}

void RunPanel::storeMeasure(RunSettings& settings) const
{
    settings.memoryMiB = m_memory->value();
    settings.longestSeconds = m_longest->value();
    const RunCounts counts { m_count->value(), m_warmup->value(), m_limit->value() };
    if (m_showsGenerations) {
        settings.generation.counts = counts;
        return;
    }
    settings.runs = counts.runs;
    settings.warmup = counts.warmup;
    settings.limitSeconds = counts.limitSeconds;
}

} // namespace ui
