#include "ui/verify/verify_panel.h"

#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/tables/table_view.h"
#include "ui/verify/verify_controller.h"
#include "ui/verify/verify_details.h"
#include "ui/verify/verify_table.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int detailsWidth = 340;
constexpr int toleranceWidth = 80;

std::optional<double> numberIn(const QLineEdit& field)
{
    bool isNumber = false;
    const double number = field.text().toDouble(&isNumber);
    return isNumber && number >= 0 ? std::optional(number) : std::nullopt;
}

} // namespace

VerifyPanel::VerifyPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_empty(makeEmptyState(context,
          tr("Nothing verified yet. Run the model on a test folder (model.onnx, test_data_set_0) "
             "and compare its outputs with those expected."),
          "run.verify", this))
    , m_view(new TableView(context.actions, this))
    , m_table(new VerifyTable(this))
    , m_details(new VerifyDetails(this))
{
    m_content = buildContent();
    makeColumn(this)->addWidget(makePages({ m_empty, m_content }));
    setFocusProxy(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &VerifyPanel::select);
    connect(context.verifier, &VerifyController::changed, this, [this](Document* changed) {
        if (changed == document())
            refreshHead();
    });
    connect(context.verifier, &VerifyController::started, this, [this](Document* started) {
        if (started == document())
            emit showRequested();
    });
    connect(&context.jobs, &JobRunner::jobsChanged, this, &VerifyPanel::showProgress);
    refresh();
}

QWidget* VerifyPanel::buildContent()
{
    auto* content = new QWidget(this);
    auto* column = makeColumn(content);
    column->addWidget(buildHead());
    auto* sorted = new QSortFilterProxyModel(this);
    m_view->setObjectName("verification");
    m_view->header()->setStretchLastSection(true);
    m_view->setSortedModel(*sorted, m_table, -1, Qt::AscendingOrder, // in the order of comparison
        { 86, 120, 150, 100, 150, 120, 150, 90, 130, 130, 110, 110, 110, 136, 190 });
    auto* scroll = new QScrollArea(content);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_details);
    auto* splitter = new QSplitter(Qt::Horizontal, content);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(scroll);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({ 3 * detailsWidth, detailsWidth });
    column->addWidget(splitter, 1);
    return content;
}

/// The results, and below them the settings: side by side they would be wider than the dock.
QWidget* VerifyPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* rows = makeColumn(head, { 10, 4, 8, 4 }, 4);
    auto* result = makeRow(nullptr, {}, 8);
    rows->addLayout(result);
    m_icon = new IconLabel("check", 16, "textSecondary", head);
    result->addWidget(m_icon);
    m_headline = makeText({}, head, "heading");
    m_headline->setObjectName("verifyHeadline");
    result->addWidget(m_headline, 1);
    m_bar = new QProgressBar(head);
    m_bar->setTextVisible(false);
    m_bar->setMaximumWidth(140);
    result->addWidget(m_bar);
    m_again = new QPushButton(icon("reload"), tr("Verify again"), head);
    m_again->setObjectName("verifyAgain");
    connect(m_again, &QPushButton::clicked, this, &VerifyPanel::again);
    result->addWidget(m_again);
    m_stop = new QPushButton(icon("stop", "error"), tr("Stop"), head);
    m_stop->setObjectName("stopVerify");
    connect(m_stop, &QPushButton::clicked, this, [this] { context().verifier->stop(document()); });
    result->addWidget(m_stop);
    auto* settings = makeRow(nullptr, {}, 8);
    rows->addLayout(settings);
    addSettings(*settings);
    settings->addStretch();
    m_onlyFailures = makeChoiceChip(tr("Only failures"), head, "onlyFailures");
    connect(m_onlyFailures, &QPushButton::toggled, this, [this](bool isOnly) {
        const auto guard = showing();
        m_table->setOnlyFailures(isOnly);
        refreshSelection();
    });
    settings->addWidget(m_onlyFailures);
    return head;
}

void VerifyPanel::addSettings(QHBoxLayout& row)
{
    const auto add = [&](QWidget* field) {
        auto* name = makeLabel(field->accessibleName(), "secondary", this);
        row.addWidget(name);
        row.addWidget(field);
        return name;
    };
    m_relative = addTolerance(tr("Relative"), "relativeTolerance");
    m_absolute = addTolerance(tr("Absolute"), "absoluteTolerance");
    add(m_relative);
    add(m_absolute);
    m_cap = new QSpinBox(this);
    m_cap->setObjectName("memoryCap");
    m_cap->setAccessibleName(tr("Most memory"));
    m_cap->setToolTip(tr("Most memory for values of the reference run. What does not fit is "
                         "compared in further runs."));
    m_cap->setRange(1, 1 << 20);
    m_cap->setSuffix(tr(" MiB"));
    m_capName = add(m_cap);
    connect(m_cap, &QSpinBox::editingFinished, this, &VerifyPanel::takeSettings);
}

QLineEdit* VerifyPanel::addTolerance(const QString& name, const char* id)
{
    auto* field = new QLineEdit(this);
    field->setObjectName(id);
    field->setAccessibleName(name);
    field->setPlaceholderText(tr("default"));
    field->setToolTip(
        tr("Tolerance in place of the test's own, or of what rounding explains. An element passes "
           "if |found − expected| ≤ absolute + relative × |expected|."));
    field->setFixedWidth(toleranceWidth);
    auto* validator = new QDoubleValidator(0, 1e300, 20, field);
    validator->setLocale(QLocale::c());
    field->setValidator(validator);
    connect(field, &QLineEdit::editingFinished, this, &VerifyPanel::takeSettings);
    connect(field, &QLineEdit::returnPressed, this, &VerifyPanel::again);
    return field;
}

void VerifyPanel::documentChanged()
{
    if (document() != nullptr) {
        follow(document(), &Document::verificationChanged, this, &VerifyPanel::refresh);
        follow(document(), &Document::modelChanged, this, &VerifyPanel::refresh);
        const auto& settings = context().verifier->settingsOf(document());
        const auto show = [](QLineEdit& field, const std::optional<double>& number) {
            field.setText(number ? QString::number(*number) : QString());
        };
        show(*m_relative, settings.relative);
        show(*m_absolute, settings.absolute);
        m_cap->setValue(settings.capMiB);
    }
    refresh();
}

void VerifyPanel::refresh()
{
    {
        const auto guard = showing();
        const bool isOpen = document() != nullptr;
        m_table->set(
            isOpen ? document()->verification() : nullptr, isOpen ? document()->model() : nullptr);
        m_details->show(nullptr);
        const auto verification = isOpen ? document()->verification() : nullptr;
        for (int column = 0; verification != nullptr && column < VerifyTable::ColumnCount; ++column)
            m_view->setColumnHidden(column,
                !VerifyTable::isOf(static_cast<VerifyTable::Column>(column), verification->kind));
    }
    refreshHead();
    refreshSelection();
}

void VerifyPanel::refreshHead()
{
    const auto verification = document() != nullptr ? document()->verification() : nullptr;
    const bool isRunning = document() != nullptr && context().verifier->isRunning(document());
    const bool isShown = isRunning || verification != nullptr;
    showPage(isShown ? m_content : m_empty);
    m_bar->setVisible(isRunning);
    m_stop->setVisible(isRunning);
    m_again->setVisible(!isRunning);
    const bool isOfTiers = document() != nullptr && context().verifier->isOfTiers(document());
    m_cap->setVisible(isOfTiers);
    m_capName->setVisible(isOfTiers);
    if (isRunning) {
        m_icon->setIcon("clock", "textSecondary");
        const auto waitsFor = context().verifier->waitsFor(document());
        m_bar->setVisible(waitsFor.isEmpty());
        m_headline->setText(
            waitsFor.isEmpty() ? tr("Verifying") : tr("Waits for: %1").arg(waitsFor));
        return showProgress();
    }
    const auto failed
        = verification != nullptr ? verification->count(engine::VerifyOutcome::Failed) : 0;
    emit titleChanged(failed > 0 ? tr("Verify  %1").arg(failed) : QString());
    if (verification == nullptr)
        return;
    const bool isGood = verification->isAllPassed();
    const bool isWrong = failed > 0 || verification->state == Verification::State::Failed;
    m_icon->setIcon(isGood ? "ok"
            : isWrong      ? "error"
                           : "warning",
        isGood        ? "good"
            : isWrong ? "error"
                      : "warning");
    m_headline->setText(summaryOf(*verification));
}

void VerifyPanel::showProgress()
{
    if (document() == nullptr)
        return;
    const auto id = context().verifier->jobOf(document());
    for (const auto& job : context().jobs.jobs()) {
        if (job.id != id || id == 0)
            continue;
        m_headline->setText(
            job.step.isEmpty() ? job.title : job.title + QStringLiteral(", ") + job.step);
        m_bar->setRange(0, static_cast<int>(job.total));
        m_bar->setValue(static_cast<int>(job.done));
    }
}

void VerifyPanel::showSelection()
{
    const auto* sorted = qobject_cast<QSortFilterProxyModel*>(m_view->model());
    const auto shown = itemOf(m_view->currentIndex().data(ItemRole));
    // If several rows show the selected value, keeps the current one.
    auto found = shown == document()->selection()->current() && shown.isValue()
        ? m_view->currentIndex()
        : sorted->mapFromSource(m_table->indexOf(document()->selection()->current()));
    m_view->showRow(found);
    m_details->show(found.isValid() ? &m_table->rowAt(sorted->mapToSource(found).row()) : nullptr);
}

void VerifyPanel::select()
{
    if (isShowing() || document() == nullptr)
        return;
    const auto rows = m_view->selectionModel()->selectedRows();
    if (rows.isEmpty())
        return;
    const auto* sorted = qobject_cast<QSortFilterProxyModel*>(m_view->model());
    m_details->show(&m_table->rowAt(sorted->mapToSource(rows.last()).row()));
    if (const auto item = itemOf(rows.last().data(ItemRole)); item.isValue())
        document()->revealValue(model::ValueId(item.id), this);
}

void VerifyPanel::takeSettings()
{
    if (document() == nullptr)
        return;
    auto& settings = context().verifier->settingsOf(document());
    settings.relative = numberIn(*m_relative);
    settings.absolute = numberIn(*m_absolute);
    settings.capMiB = m_cap->value();
}

void VerifyPanel::again()
{
    takeSettings();
    if (document() != nullptr && !context().verifier->isRunning(document()))
        context().verifier->repeat(document());
}

} // namespace ui
