#include "ui/find/find_panel.h"

#include "model/support/text.h"
#include "ui/actions.h"
#include "ui/delegates/roles.h"
#include "ui/find/find_results.h"
#include "ui/icon.h"
#include "ui/inspectors/fact_list.h"
#include "ui/item_menu.h"
#include "ui/jobs/job_runner.h"
#include "ui/plain_text.h"
#include "ui/table_view.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTextCharFormat>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int typingPauseMs = 180;

QToolButton* makeStepper(const char* iconName, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName, "textSecondary"));
    button->setIconSize({ 16, 16 });
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

QString counted(std::size_t number) { return QString::fromStdString(support::countText(number)); }

} // namespace

FindPanel::FindPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_line(new QLineEdit(this))
    , m_message(makeSecondaryText({}, this))
    , m_drop(new QPushButton(tr("Drop last term"), this))
    , m_previous(makeStepper("up", tr("Previous result (Shift+F3)"), this))
    , m_next(makeStepper("down", tr("Next result (F3)"), this))
    , m_selectAll(new QPushButton(tr("Select all"), this))
    , m_view(new TableView(context.actions, this))
    , m_results(new FindResults(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 6, 8, 6);
    top->setSpacing(6);
    m_line->setPlaceholderText(tr("Words, type:Conv, out:1x*, size>1MiB"));
    m_line->setClearButtonEnabled(true);
    m_line->addAction(icon("search", "textSecondary"), QLineEdit::LeadingPosition);
    m_line->setAccessibleName(tr("Find"));
    m_line->installEventFilter(this);
    top->addWidget(m_line);
    m_message->setObjectName(QStringLiteral("findMessage"));
    top->addWidget(m_message);
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_drop);
    row->addWidget(m_selectAll);
    row->addStretch();
    row->addWidget(m_previous);
    row->addWidget(m_next);
    top->addLayout(row);
    column->addLayout(top);
    m_view->setAccessibleName(tr("Results"));
    m_view->setModel(m_results);
    m_view->setHeaderHidden(true);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(FindResults::Name, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(FindResults::Detail, QHeaderView::ResizeToContents);
    m_view->header()->setResizeContentsPrecision(50);
    column->addWidget(m_view, 1);
    addItemMenu(*m_view, *this);
    setFocusProxy(m_line);

    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(m_line, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, &FindPanel::search);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &FindPanel::takeRow);
    connect(m_view, &QTreeView::activated, context.actions.action(QStringLiteral("go.graph")),
        &QAction::trigger); // it is selected already
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_selectAll, &QPushButton::clicked, this, &FindPanel::selectAll);
    connect(m_drop, &QPushButton::clicked, this, &FindPanel::dropLastTerm);
    if (auto* next = context.actions.action(QStringLiteral("edit.findNext")))
        connect(next, &QAction::triggered, this, [this] { step(1); });
    if (auto* previous = context.actions.action(QStringLiteral("edit.findPrevious")))
        connect(previous, &QAction::triggered, this, [this] { step(-1); });
    if (auto* all = context.actions.action(QStringLiteral("edit.selectResults"))) {
        m_view->addAction(all); // in the query line Ctrl+A keeps its meaning
        connect(all, &QAction::triggered, this, &FindPanel::selectAll);
    }
    show(FindAnswer {});
}

void FindPanel::documentChanged(Document*)
{
    if (document() != nullptr) {
        connect(document(), &Document::modelChanged, this, &FindPanel::search);
        connect(document(), &Document::analysisChanged, this, &FindPanel::search);
        connect(document()->selection(), &Selection::changed, this, &FindPanel::showSelection);
    }
    show(FindAnswer {});
    search();
}

bool FindPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::FocusIn
        && static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason)
        QMetaObject::invokeMethod(m_line, &QLineEdit::selectAll, Qt::QueuedConnection);
    if (watched != m_line || event->type() != QEvent::KeyPress)
        return Panel::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_typing.isActive())
            search();
        else
            step((key->modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
        return true;
    case Qt::Key_Escape:
        if (m_line->text().isEmpty())
            context().actions.action(QStringLiteral("go.graph"))->trigger();
        else
            m_line->clear();
        return true;
    case Qt::Key_Down:
        m_view->setFocus();
        step(1);
        return true;
    default:
        return Panel::eventFilter(watched, event);
    }
}

void FindPanel::search()
{
    m_typing.stop();
    mark(0, 0);
    const auto parsed = model::Query::parse(m_line->text().toStdString());
    if (const auto* error = std::get_if<model::QueryError>(&parsed))
        return showError(*error);
    const auto& query = std::get<model::Query>(parsed);
    if (document() == nullptr || document()->model() == nullptr || query.isEmpty()) {
        context().jobs.cancelAll(this);
        return show(FindAnswer {});
    }
    run(query);
}

void FindPanel::run(const model::Query& query)
{
    using Found = std::variant<FindAnswer, model::QueryError>;
    context().jobs.start<Found>(
        this, QStringLiteral("find"), tr("Searching"),
        [query, model = document()->model(), analysis = document()->analysis()](
            std::stop_token stop, const support::Progress&) -> support::Result<Found> {
            return answerOf(query, model,
                analysis != nullptr && analysis->model == model ? analysis.get() : nullptr, stop);
        },
        [this](support::Result<Found> found) {
            if (!found || document() == nullptr)
                return;
            if (const auto* error = std::get_if<model::QueryError>(&*found))
                return showError(*error);
            auto& answer = std::get<FindAnswer>(*found);
            if (answer.model == document()->model())
                show(std::move(answer));
        });
}

void FindPanel::show(FindAnswer answer)
{
    const auto count = answer.items.size();
    const auto without = answer.withoutLastTerm;
    {
        const QScopedValueRollback guard(m_isShowing, true);
        m_results->set(std::move(answer), document() != nullptr ? document()->analysis() : nullptr);
    }
    const auto text = m_line->text();
    if (document() == nullptr || document()->model() == nullptr)
        say(tr("No model is open."), "");
    else if (text.trimmed().isEmpty())
        say(tr("Searches names, operator types and values of all graphs."), "");
    else if (count > 0)
        say(tr("%n result(s)", nullptr, static_cast<int>(count)), "");
    else if (without > 0)
        say(tr("Nothing matches %1. %2 match without its last term.")
                .arg(plain(text.toStdString(), 80), counted(without)),
            "");
    else
        say(tr("Nothing matches %1.").arg(plain(text.toStdString(), 80)), "");
    m_drop->setVisible(count == 0 && without > 0);
    m_selectAll->setVisible(count > 0);
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    showSelection(nullptr);
}

void FindPanel::showError(const model::QueryError& error)
{
    say(tr("Column %1: %2").arg(error.column + 1).arg(plain(error.message, 300)), "error");
    mark(error.column, std::max<std::size_t>(error.length, 1));
}

void FindPanel::say(const QString& text, const char* tone)
{
    m_message->setText(text);
    m_message->setProperty("tone", tone);
    restyle(*m_message);
}

/// Underlines characters of the line; QLineEdit offers formats only to input methods.
void FindPanel::mark(std::size_t column, std::size_t length)
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (length > 0) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(Theme::instance().colour("error"));
        attributes.append(
            { QInputMethodEvent::TextFormat, static_cast<int>(column) - m_line->cursorPosition(),
                static_cast<int>(length), format });
    }
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(m_line, &event);
}

void FindPanel::step(int by)
{
    const int count = m_results->rowCount();
    if (count == 0)
        return;
    const auto current = m_view->currentIndex();
    const int next = current.isValid() ? (current.row() + by + count) % count
        : by > 0                       ? 0
                                       : count - 1;
    m_view->setCurrentIndex(m_results->index(next, 0));
}

void FindPanel::takeRow(const QModelIndex& index)
{
    if (m_isShowing || !index.isValid() || document() == nullptr)
        return;
    const auto item = itemOf(index.data(ItemRole));
    if (item.isNode())
        document()->reveal(model::NodeId(item.id), this);
    else
        document()->revealValue(model::ValueId(item.id), this);
}

void FindPanel::selectAll()
{
    if (document() == nullptr || m_results->items().empty())
        return;
    QList<SelectedItem> items(m_results->items().begin(), m_results->items().end());
    const auto current = items.front();
    document()->selection()->set(std::move(items), current, this);
}

void FindPanel::dropLastTerm()
{
    const auto parsed = model::Query::parse(m_line->text().toStdString());
    if (const auto* query = std::get_if<model::Query>(&parsed)) {
        QStringList terms;
        for (const auto& term : query->terms())
            terms += QString::fromStdString(term);
        if (!terms.isEmpty())
            terms.removeLast();
        m_line->setText(terms.join(u' '));
        search();
    }
}

void FindPanel::showSelection(const QObject* origin)
{
    if (origin == this || document() == nullptr)
        return;
    const QScopedValueRollback guard(m_isShowing, true);
    if (const auto index = m_results->indexOf(document()->selection()->current());
        index.isValid()) {
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
    } else {
        m_view->setCurrentIndex({});
    }
}

Panel* createFindPanel(Context& context, QWidget* parent) { return new FindPanel(context, parent); }

} // namespace ui
