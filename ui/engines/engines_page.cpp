#include "ui/engines/engines_page.h"

#include "ui/canvas/graph_view.h"
#include "ui/charts/figure_painter.h"
#include "ui/document/document.h"
#include "ui/engines/engine_rows.h"
#include "ui/engines/wall_bars.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/run/read_run.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>

#include <algorithm>

namespace ui {

namespace {

constexpr std::size_t maxSelected = 2000; // nodes of one row

void clear(QLayout& layout)
{
    while (auto* item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

/// A square in the colour of an engine, followed by its name.
QWidget* makeLegendEntry(const EngineComparison& comparison, std::size_t engine, QWidget* parent)
{
    auto* entry = new QWidget(parent);
    auto* row = makeRow(entry, {}, 5);
    QPixmap square(11, 11);
    square.fill(colourOf(enginePaint(engine)));
    auto* key = new QLabel(entry);
    key->setPixmap(square);
    row->addWidget(key);
    row->addWidget(makeLabel(titleWithVersion(comparison.engines[engine]), nullptr, entry));
    return entry;
}

/// The colour of a rule of attribution.
QByteArray tokenOf(const std::string& rule)
{
    if (rule == "none")
        return "error";
    if (rule == "added by the engine")
        return "textSecondary";
    return rule == "values" || rule == "same node" ? "good" : "warning";
}

} // namespace

EnginesPage::~EnginesPage() = default;

void EnginesPage::connectParts()
{
    connect(m_measure, &QPushButton::clicked, this, &EnginesPage::measure);
    connect(m_export, &QPushButton::clicked, this, &EnginesPage::exportPage);
    connect(m_threadCounts, &QLineEdit::textChanged, this, &EnginesPage::refreshProgress);
    connect(m_runner, &EnginesRunner::changed, this, &EnginesPage::refreshProgress);
    connect(m_runner, &EnginesRunner::measured, this,
        [this](const EnginesRunner::Result& comparison) { show(comparison); });
    connect(m_runner, &EnginesRunner::failed, this, [this](const QString& message) {
        m_failure->showMessage(
            tr("The engines were not measured."), plainLines(message.toStdString()), {});
        m_failure->show();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& index) {
            if (index.isValid())
                selectRow(m_sorted->mapToSource(index).row());
        });
    connect(m_walls, &WallBars::chosen, this, &EnginesPage::showProfile);
    connect(m_baselines, &QComboBox::activated, this,
        [this](int index) { setBaseline(m_baselines->itemData(index).value<std::size_t>()); });
    connect(&Theme::instance(), &Theme::changed, this, &EnginesPage::refreshHead);
    m_connections.add(
        m_document->selection(), &Selection::changed, this, &EnginesPage::followSelection);
    if (m_context.runs != nullptr)
        connect(m_context.runs, &RunController::settingsChanged, this, &EnginesPage::refreshHead);
}

QString EnginesPage::title() const
{
    const auto model = plain(m_document->title().toStdString(), 40);
    return m_comparison == nullptr
        ? tr("%1: engines").arg(model)
        : tr("%1: %n engine(s)", nullptr, static_cast<int>(measuredEngines(*m_comparison).size()))
              .arg(model);
}

QString EnginesPage::subtitle() const
{
    QStringList parts { plain(m_document->title().toStdString(), 60) };
    if (m_comparison == nullptr)
        return parts.front();
    for (const auto& measured : m_comparison->measurements)
        if (measured.profile != nullptr) {
            if (const auto dims = plain(measured.profile->metadata.text(profiler::keys::dims), 80);
                !dims.isEmpty())
                parts << dims;
            break;
        }
    parts << tr("%n interleaved round(s)", nullptr, m_comparison->rounds);
    return parts.join(QStringLiteral(" · "));
}

QList<int> EnginesPage::threadCounts() const
{
    QList<int> counts;
    for (const auto& part : m_threadCounts->text().split(u',', Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int count = part.trimmed().toInt(&isNumber);
        if (!isNumber || count < 1 || count > 4096)
            return {};
        counts.append(count);
    }
    return counts;
}

void EnginesPage::measure()
{
    const auto counts = threadCounts();
    if (counts.isEmpty() || m_document->model() == nullptr || m_runner->isRunning())
        return;
    m_failure->hide();
    m_runner->start(*m_document, counts, m_rounds->value());
}

void EnginesPage::refreshProgress()
{
    const bool isRunning = m_runner->isRunning();
    const auto counts = threadCounts();
    m_measure->setEnabled(!isRunning && !counts.isEmpty());
    m_measure->setToolTip(counts.isEmpty() ? tr("Threads are numbers such as 1, 2")
                                           : tr("Runs all engines in turns"));
    m_measure->setText(m_comparison != nullptr ? tr("Measure again") : tr("Measure"));
    m_export->setEnabled(m_comparison != nullptr);
    m_progress->setVisible(isRunning);
    if (!isRunning)
        return;
    const auto waitsFor = m_runner->waitsFor();
    const auto now = m_runner->progress();
    m_progressText->setText(!waitsFor.isEmpty() ? tr("Waits for: %1").arg(waitsFor)
            : now.step.isEmpty()                ? tr("Preparing the engines")
                                                : tr("Measuring in turns: %1, round %2 of %3")
                                       .arg(now.step)
                                       .arg(now.done)
                                       .arg(now.total));
    m_progressBar->setRange(0, static_cast<int>(now.total));
    m_progressBar->setValue(static_cast<int>(now.done));
}

void EnginesPage::show(std::shared_ptr<const EngineComparison> comparison)
{
    m_comparison = std::move(comparison);
    const auto& counts = m_comparison->threadCounts;
    if (std::ranges::find(counts, m_threads) == counts.end())
        m_threads = counts.empty() ? 1 : counts.front();
    m_stack->setCurrentWidget(m_content);
    m_walls->set(m_comparison);
    refreshHead();
    refreshConditions();
    refreshChips();
    refreshBaselines();
    refreshAttribution();
    refreshTable();
    refreshProgress();
    emit titleChanged(title());
}

/// The verdicts have the colours of the theme.
void EnginesPage::refreshHead()
{
    m_subtitle->setText(subtitle());
    clear(*m_verdicts);
    clear(*m_legend);
    if (m_comparison == nullptr)
        return;
    for (const auto threads : m_comparison->threadCounts) {
        const auto texts = verdictTexts(*m_comparison, threads);
        auto* figure = new QWidget(this);
        auto* column = makeColumn(figure, {}, 1);
        column->addWidget(makeLabel(threadsText(threads), "secondary", figure));
        auto* headline = makeLabel(texts.headline, "heading", figure);
        headline->setObjectName(QStringLiteral("engineVerdict-%1").arg(threads));
        headline->setFont(scaledFont(headline->font(), 1.5));
        if (texts.isShown)
            headline->setProperty("tone", "good");
        column->addWidget(headline);
        column->addWidget(makeLabel(texts.detail, "secondary", figure));
        figure->setToolTip(toolTipOf(
            threadsText(threads) + QStringLiteral(": ") + texts.headline + u'\n' + texts.detail));
        m_verdicts->addWidget(figure);
    }
    m_verdicts->addStretch();
    for (const auto engine : measuredEngines(*m_comparison))
        m_legend->addWidget(makeLegendEntry(*m_comparison, engine, this));
}

void EnginesPage::refreshConditions()
{
    clear(*m_conditions);
    int column = 1;
    for (const auto engine : measuredEngines(*m_comparison)) {
        const auto& described = m_comparison->engines[engine];
        auto* title = makeLabel(titleWithVersion(described), "secondary", this);
        QStringList settings;
        for (const auto& [name, value] : described.settings)
            settings << plain(name, 60) + u' ' + plain(value, 120);
        title->setToolTip(toolTipOf(settings.join(u'\n')));
        m_conditions->addWidget(title, 0, column++);
    }
    int row = 1;
    for (const auto& line : conditionLines(*m_comparison)) {
        m_conditions->addWidget(makeLabel(line.title, "secondary", this), row, 0);
        for (qsizetype i = 0; i < line.values.size(); ++i) {
            auto* value = new ElidedLabel(line.values[i], ElidedLabel::Look::Body, this);
            value->setTone(line.tones[i]);
            m_conditions->addWidget(value, row, static_cast<int>(i) + 1);
        }
        ++row;
    }
    for (int i = 1; i < column; ++i)
        m_conditions->setColumnStretch(i, 1);
    m_notes->setText(engineNotes(*m_comparison).join(u' '));
}

void EnginesPage::refreshChips()
{
    clear(*m_threadChips);
    auto* group = new QButtonGroup(m_threadChips->parentWidget());
    for (const auto threads : m_comparison->threadCounts) {
        auto* chip = makeChoiceChip(
            threadsText(threads), this, QStringLiteral("engineThreads-%1").arg(threads));
        group->addButton(chip, threads);
        chip->setChecked(threads == m_threads);
        connect(chip, &QPushButton::clicked, this, [this, threads] { setThreads(threads); });
        m_threadChips->addWidget(chip);
    }
}

void EnginesPage::setThreads(int threads)
{
    m_threads = threads;
    if (auto* chip = findChild<QPushButton*>(QStringLiteral("engineThreads-%1").arg(threads)))
        chip->setChecked(true);
    refreshTable();
}

void EnginesPage::refreshBaselines()
{
    const QSignalBlocker blocker(m_baselines);
    m_baselines->clear();
    const auto engines = measuredEngines(*m_comparison);
    for (const auto engine : engines)
        m_baselines->addItem(
            plain(m_comparison->engines[engine].title, 40), QVariant::fromValue(engine));
    if (std::ranges::find(engines, m_baseline) == engines.end())
        m_baseline = engines.empty() ? 0 : engines.front();
    m_baselines->setCurrentIndex(m_baselines->findData(QVariant::fromValue(m_baseline)));
}

void EnginesPage::setBaseline(std::size_t engine)
{
    m_baseline = engine;
    m_baselines->setCurrentIndex(m_baselines->findData(QVariant::fromValue(engine)));
    refreshTable();
}

void EnginesPage::setGrouping(EngineGrouping grouping)
{
    m_grouping = grouping;
    m_groupings->button(static_cast<int>(grouping))->setChecked(true);
    refreshTable();
}

void EnginesPage::refreshTable()
{
    if (m_comparison == nullptr || m_document->model() == nullptr)
        return;
    m_context.jobs.start<EngineTable>(
        this, QStringLiteral("engineTable"), tr("Figures of the engines"),
        [comparison = m_comparison, model = m_document->model(), threads = m_threads,
            grouping = m_grouping, baseline = m_baseline](
            std::stop_token stop, const support::Progress&) -> support::Result<EngineTable> {
            const auto tree = layout::buildGroupTree(*model, model->main().id, stop);
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "stopped");
            return engineTable(*comparison, threads, grouping, *model, &tree, baseline);
        },
        [this, comparison = m_comparison, model = m_document->model()](
            support::Result<EngineTable> table) {
            if (table && comparison == m_comparison && model == m_document->model())
                takeTable(*std::move(table));
        });
}

void EnginesPage::takeTable(EngineTable table)
{
    m_sorted->setTable(nullptr);
    m_rows = std::move(table);
    m_rowOfNode.assign(m_document->model()->nodes.size(), -1);
    for (std::size_t row = 0; row < m_rows.rows.size(); ++row)
        for (const auto node : m_rows.rows[row].nodes)
            m_rowOfNode[node.value()] = static_cast<int>(row);
    m_sorted->setTable(&m_rows);
    const auto content = engineContent(*m_comparison, m_rows);
    m_model->set(content);
    for (std::size_t i = 0; i < content.widths.size(); ++i)
        m_table->setColumnWidth(static_cast<int>(i), content.widths[i]);
    m_tableNote->setText(m_rows.measurements.empty()
            ? tr("There are no profiles: the walls are known, not where the time goes.")
            : m_rows.note.empty()
            ? tr("Shares of recorded runs, scaled to the wall without recording. Below 0 %, %1 is "
                 "faster.")
                  .arg(plain(m_comparison->engines[m_rows.measurements[0]->engine].title, 40))
            : tr("Verdicts are not given: %1.").arg(plain(m_rows.note)));
    m_differences->setText(differenceLines(*m_comparison, m_rows).join(u'\n'));
    m_differences->setVisible(!m_differences->text().isEmpty());
    showSelectedRow(-1);
    followSelection(nullptr);
}

void EnginesPage::showProfile(std::size_t engine, int threads)
{
    const auto* measured
        = m_comparison != nullptr ? m_comparison->measurement(engine, threads) : nullptr;
    if (measured == nullptr || measured->profile == nullptr || m_document->model() == nullptr)
        return m_context.showStatus(tr("This engine was measured without a profile"), "warning");
    const auto& runs = m_document->runs();
    const auto path = m_runner->folder() + u'/' + QString::fromStdString(measured->profileFile);
    if (const auto known = std::ranges::find(runs, path, &Document::Run::path); known != runs.end())
        return m_document->showRun(static_cast<int>(known - runs.begin()));
    m_context.jobs.start<ProfileMatch>(
        this, QStringLiteral("engineProfile"),
        tr("Reading the profile of %1").arg(plain(m_comparison->engines[engine].title, 40)),
        [path, model = m_document->model()](
            std::stop_token stop, const support::Progress& progress) {
            return readRunFor(path, *model, std::move(stop), progress);
        },
        [this](support::Result<ProfileMatch> match) {
            if (!match)
                return m_context.showStatus(plainLines(match.error().message()), "error");
            m_document->addRun(std::move(match->run));
            m_context.showStatus(tr("The times on the graph are now of this profile"), "ok");
        });
}

void EnginesPage::refreshAttribution()
{
    clear(*m_attributionHead);
    const auto choose = [this](std::size_t engine) {
        const auto& chosen = m_comparison->engines[engine];
        std::vector<ShareBar::Part> parts;
        QStringList words { tr("proven %1").arg(shareText(chosen.proven.value_or(0))) };
        for (const auto& [rule, share] : chosen.ruleShares) {
            const auto text
                = rule == "none" ? tr("not led %1") : plain(rule, 40) + QStringLiteral(" %1");
            parts.push_back({ text.arg(shareText(share)), share, tokenOf(rule) });
            words << parts.back().text;
        }
        m_attributionText->setText(words.join(QStringLiteral(" · ")));
        m_attributionBar->set(std::move(parts));
    };
    auto* group = new QButtonGroup(m_attribution);
    for (const auto engine : measuredEngines(*m_comparison)) {
        if (m_comparison->engines[engine].ruleShares.empty())
            continue;
        auto* chip = makeChoiceChip(shortTitle(m_comparison->engines[engine]), m_attribution);
        group->addButton(chip);
        connect(chip, &QPushButton::clicked, this, [choose, engine] { choose(engine); });
        m_attributionHead->addWidget(chip);
        if (group->buttons().size() == 1) {
            chip->setChecked(true);
            choose(engine);
        }
    }
    m_attribution->setVisible(!group->buttons().isEmpty());
}

void EnginesPage::selectRow(int row)
{
    showSelectedRow(row);
    const auto& nodes = m_rows.rows[static_cast<std::size_t>(row)].nodes;
    if (m_isSelecting || nodes.empty())
        return;
    const QScopedValueRollback guard(m_isSelecting, true);
    QList<SelectedItem> items;
    for (std::size_t i = 0; i < std::min(nodes.size(), maxSelected); ++i)
        items.append({ SelectedItem::Kind::Node, nodes[i].value() });
    m_document->enterGraphOf(items.front());
    m_document->selection()->set(items, items.front(), this);
}

void EnginesPage::followSelection(const QObject* origin)
{
    const auto current = m_document->selection()->current();
    if (m_isSelecting || origin == this || !current.isNode() || current.id >= m_rowOfNode.size())
        return;
    const int row = m_rowOfNode[current.id];
    if (row < 0)
        return;
    const QScopedValueRollback guard(m_isSelecting, true);
    m_table->showRow(m_sorted->mapFromSource(m_model->index(row, 0)));
}

void EnginesPage::showSelectedRow(int row)
{
    const bool isRow = row >= 0 && row < static_cast<int>(m_rows.rows.size());
    m_selectedTitle->setText(tr("No row is selected"));
    m_selectedText->setText(tr("Select a row or a node of the graph."));
    m_steps->setText({});
    if (!isRow)
        return;
    const auto& shown = m_rows.rows[static_cast<std::size_t>(row)];
    const auto count = static_cast<int>(shown.nodes.size());
    m_selectedTitle->setText(count > 0
            ? tr("%1, %n node(s) selected", nullptr, count).arg(rowTitle(shown))
            : rowTitle(shown));
    m_selectedText->setText(changeLines(*m_comparison, m_rows, shown).join(u'\n'));
    m_steps->setText(stepLines(*m_comparison, m_rows, shown).join(u'\n'));
}

} // namespace ui
