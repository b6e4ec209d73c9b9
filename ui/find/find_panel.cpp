#include "ui/find/find_panel.h"

#include "model/support/text.h"
#include "profiler/statistics/fallbacks.h"
#include "ui/delegates/roles.h"
#include "ui/delegates/shared_row_delegate.h"
#include "ui/document/search.h"
#include "ui/find/completion_list.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/item_menu.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QTextCharFormat>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int typingPauseMs = 180;
constexpr std::size_t graphsNamed = 3;
constexpr auto onCpuQuery = "on:fallback";

/// The number of UTF-16 units before a character; columns of query errors count characters.
int unitsBefore(const QString& text, std::size_t character)
{
    qsizetype at = 0;
    for (std::size_t i = 0; i < character && at < text.size(); ++i)
        at += text[at].isHighSurrogate() ? 2 : 1;
    return static_cast<int>(std::min(at, text.size()));
}

/// The short name of a graph: that of its function or of the node that owns it.
QString graphName(const Document& document, const model::Model& model, model::GraphId id)
{
    const auto& graph = model.graph(id);
    for (const auto& function : model.functions) {
        if (function.body == id)
            return plain(function.name, 60);
    }
    if (graph.owner.isValid())
        return plain(
            document.nodeLabel(graph.owner).toStdString() + "/" + graph.ownerAttribute, 60);
    return graph.name.empty() ? tr("main graph") : plain(graph.name, 60);
}

/// The values that runs of this document have kept, for queries that compare elements.
std::vector<model::CapturedElements> capturedOf(const RunController* runs, const Document& document)
{
    std::vector<model::CapturedElements> captured;
    const auto model = document.model();
    for (std::size_t i = 0; runs != nullptr && i < model->values.size(); ++i)
        if (const auto* kept = runs->keptValues().find(*model, model::ValueId(i)))
            captured.push_back({ model::ValueId(i), kept->file.toStdString(),
                [file = kept->file.toStdString()] { return model::readElements(file); } });
    return captured;
}

} // namespace

FindPanel::FindPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_line(new QLineEdit(this))
    , m_completions(new CompletionList(m_line))
    , m_message(makeSecondaryText({}, this))
    , m_graphs(makeSecondaryText({}, this))
    , m_position(makeLabel({}, "secondary", this))
    , m_drop(new QPushButton(tr("Drop last term"), this))
    , m_previous(makeToolButton("up", tr("Previous result (Shift+F3)"), this))
    , m_next(makeToolButton("down", tr("Next result (F3)"), this))
    , m_selectAll(new QPushButton(tr("Select all"), this))
    , m_colour(new QPushButton(tr("Colour"), this))
    , m_onCpu(makeChoiceChip({}, this, "findOnCpu",
          tr("Operators that the GPU of this run left to the CPU: on:fallback")))
    , m_view(new TableView(context.actions, this))
    , m_results(new FindResults(this))
{
    buildLayout();
    connectLine();
    connectResults();
    show(FindAnswer {});
}

void FindPanel::buildLayout()
{
    auto* column = makeColumn(this);
    auto* top = makeColumn(nullptr, { 8, 6, 8, 6 }, 6);
    m_line->setPlaceholderText(tr("Words, type:Conv, out:1x*, size>1MiB"));
    m_line->setClearButtonEnabled(true);
    m_line->addAction(icon("search", "textSecondary"), QLineEdit::LeadingPosition);
    m_line->setAccessibleName(tr("Find"));
    top->addWidget(m_line);
    m_message->setObjectName("findMessage");
    top->addWidget(m_message);
    m_graphs->setObjectName("findGraphs");
    top->addWidget(m_graphs);
    m_position->setObjectName("findPosition");
    m_colour->setCheckable(true);
    m_colour->setToolTip(tr("Show the results in the graph in a colour of their own"));
    connect(m_onCpu, &QPushButton::clicked, this, [this](bool isOn) {
        m_line->setText(isOn ? QString::fromLatin1(onCpuQuery) : QString());
        search();
    });
    top->addWidget(m_onCpu, 0, Qt::AlignLeft);
    auto* row = makeRow(nullptr, {}, 4);
    row->addWidget(m_drop);
    row->addWidget(m_selectAll);
    row->addWidget(m_colour);
    row->addStretch();
    top->addLayout(row);
    auto* steps = new QHBoxLayout; // on a row of its own, because one row is too wide for the dock
    steps->setSpacing(4);
    steps->addWidget(m_position);
    steps->addStretch();
    steps->addWidget(m_previous);
    steps->addWidget(m_next);
    top->addLayout(steps);
    column->addLayout(top);
    m_view->setAccessibleName(tr("Results"));
    m_view->setModel(m_results);
    m_view->setItemDelegate(new SharedRowDelegate(FindResults::Name, m_view));
    m_view->setHeaderHidden(true);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(FindResults::Name, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(FindResults::Detail, QHeaderView::ResizeToContents);
    m_view->header()->setResizeContentsPrecision(50);
    column->addWidget(m_view, 1);
    addItemMenu(*m_view, *this);
    setFocusProxy(m_line);
}

void FindPanel::connectLine()
{
    m_line->installEventFilter(this);
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(m_line, &QLineEdit::textChanged, this, [this] {
        context().jobs.cancelAll(m_results); // the running search is for the old text
        m_typing.start();
        m_onCpu->setChecked(m_line->text().trimmed() == QLatin1String(onCpuQuery));
    });
    connect(m_line, &QLineEdit::textEdited, this, [this] { complete(Cause::Typing); });
    connect(m_completions, &CompletionList::chosen, this, [this](const QString& text, int cursor) {
        m_line->setText(text);
        m_line->setCursorPosition(cursor);
        complete(Cause::Typing);
    });
    connect(&m_typing, &QTimer::timeout, this, &FindPanel::search);
    connect(m_drop, &QPushButton::clicked, this, &FindPanel::dropLastTerm);
}

void FindPanel::connectResults()
{
    auto& actions = context().actions;
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &FindPanel::takeRow);
    connect(m_view, &QTreeView::activated, this, &FindPanel::showInside);
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_selectAll, &QPushButton::clicked, this, &FindPanel::selectAll);
    connect(m_colour, &QPushButton::toggled, this, [this](bool isOn) {
        if (document() != nullptr)
            document()->search()->setColoured(isOn);
    });
    if (auto* next = actions.action("edit.findNext"))
        connect(next, &QAction::triggered, this, [this] { step(1); });
    if (auto* previous = actions.action("edit.findPrevious"))
        connect(previous, &QAction::triggered, this, [this] { step(-1); });
    if (auto* all = actions.action("edit.selectResults")) {
        // Shortcut of the table only: in the query line Ctrl+A selects the text.
        m_view->addAction(all);
        connect(all, &QAction::triggered, this, &FindPanel::selectAll);
    }
}

void FindPanel::documentChanged()
{
    m_source = {};
    context().jobs.cancelAll(this);
    const QSignalBlocker blocker(m_line);
    m_line->setText(document() != nullptr ? document()->search()->query() : QString());
    show(FindAnswer {});
    refreshOnCpu();
    if (document() == nullptr)
        return;
    follow(document(), &Document::profileChanged, this, &FindPanel::refreshOnCpu);
    follow(document(), &Document::modelChanged, this, &FindPanel::prepare);
    follow(document(), &Document::analysisChanged, this, &FindPanel::prepare);
    follow(document(), &Document::profileChanged, this, &FindPanel::prepare);
    follow(document(), &Document::statisticsChanged, this, &FindPanel::prepare);
    auto* search = document()->search();
    follow(search, &Search::asked, this, &FindPanel::ask);
    follow(search, &Search::colouringChanged, this,
        [this, search] { m_colour->setChecked(search->isColoured()); });
    m_colour->setChecked(search->isColoured());
    prepare();
}

void FindPanel::refreshOnCpu()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    const auto count = profile != nullptr ? profiler::fallbacksOf(*profile).size() : 0;
    m_onCpu->setVisible(count > 0);
    m_onCpu->setText(tr("Runs on the CPU, %1").arg(countText(count)));
    m_onCpu->setChecked(m_line->text().trimmed() == QLatin1String(onCpuQuery));
}

/// Rebuilds the search index. Called when the model, its inferred types or its profile change.
void FindPanel::prepare()
{
    if (document() == nullptr || document()->model() == nullptr)
        return search();
    FindSource source;
    source.model = document()->model();
    if (document()->analysis() != nullptr && document()->analysis()->model == source.model)
        source.analysis = document()->analysis();
    source.contents = m_source.model == source.model && m_source.contents != nullptr
        ? m_source.contents
        : std::make_shared<model::ContentCache>();
    context().jobs.start<FindSource>(
        this, QStringLiteral("findIndex"), tr("Preparing to search"),
        [source, profile = document()->profile(), statistics = document()->statistics()](
            std::stop_token stop, const support::Progress&) -> support::Result<FindSource> {
            auto made = source;
            made.index = model::QueryIndex::build(*made.model, made.analysis.get(), stop);
            if (profile != nullptr && statistics != nullptr)
                made.figures = std::make_shared<profiler::QueryFigures>(*profile, *statistics);
            return made;
        },
        [this](support::Result<FindSource> made) {
            if (!made || document() == nullptr || made->model != document()->model())
                return;
            m_source = *std::move(made);
            search();
        },
        // A query that is waiting for the index makes the job urgent.
        m_line->text().isEmpty() ? JobRunner::When::Idle : JobRunner::When::Now);
}

bool FindPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_line)
        return Panel::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn
        && static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason)
        QMetaObject::invokeMethod(m_line, &QLineEdit::selectAll, Qt::QueuedConnection);
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)
        m_completions->hide();
    if (event->type() == QEvent::KeyPress && takeKey(*static_cast<QKeyEvent*>(event)))
        return true;
    return Panel::eventFilter(watched, event);
}

bool FindPanel::takeKey(const QKeyEvent& key)
{
    if (m_completions->takeKey(key.key()))
        return true;
    switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_typing.isActive())
            search();
        else
            step((key.modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
        return true;
    case Qt::Key_Escape:
        if (m_line->text().isEmpty())
            context().actions.action("go.graph")->trigger();
        else
            m_line->clear();
        return true;
    case Qt::Key_Space:
        if ((key.modifiers() & Qt::ControlModifier) == 0)
            return false;
        complete(Cause::Key);
        return true;
    case Qt::Key_Down:
        m_view->setFocus();
        step(1);
        return true;
    default:
        return false;
    }
}

void FindPanel::complete(Cause cause)
{
    if (m_source.index == nullptr)
        return;
    const auto before = m_line->text().left(m_line->cursorPosition()).toStdString();
    // While typing, no list is offered after a blank; Ctrl+Space shows it there too.
    const bool isBegun = !before.empty() && before.back() != ' ';
    if (isBegun || cause == Cause::Key)
        m_completions->offer(
            model::completeQuery(m_line->text().toStdString(), before.size(), m_source.context()));
    else
        m_completions->hide();
}

void FindPanel::search()
{
    m_typing.stop();
    mark(0, 0);
    if (document() != nullptr)
        document()->search()->setQuery(m_line->text());
    const auto parsed = model::Query::parse(m_line->text().toStdString());
    if (const auto* error = std::get_if<model::QueryError>(&parsed))
        return showError(*error);
    const auto& query = std::get<model::Query>(parsed);
    if (document() == nullptr || document()->model() == nullptr || query.isEmpty()) {
        context().jobs.cancelAll(m_results);
        return show(FindAnswer {});
    }
    if (m_source.contents != nullptr)
        m_source.contents->setCaptured(capturedOf(context().runs, *document()));
    if (m_source.model == document()->model())
        run(query); // else the search starts when the index is ready
}

void FindPanel::run(const model::Query& query)
{
    using Found = std::variant<FindAnswer, model::QueryError>;
    context().jobs.start<Found>(
        m_results, QStringLiteral("find"), tr("Searching"),
        [query, source = m_source](std::stop_token stop, const support::Progress&)
            -> support::Result<Found> { return answerOf(query, source, stop); },
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
    const bool isShorter = count == 0 && answer.withoutLastTerm > 0;
    {
        const auto guard = showing();
        m_results->set(std::move(answer), document() != nullptr ? document()->analysis() : nullptr);
    }
    showMessage(summary(), "");
    const auto graphs = graphCounts();
    m_graphs->setText(graphs);
    m_graphs->setVisible(!graphs.isEmpty());
    m_drop->setVisible(isShorter);
    m_selectAll->setVisible(count > 0);
    m_colour->setVisible(count > 0);
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    showHits();
    refreshSelection();
    showPosition();
}

/// Passes the results to the graph view and the minimap, which mark them.
void FindPanel::showHits()
{
    const bool isPending = m_source.model == nullptr && !m_line->text().isEmpty();
    if (document() == nullptr || isPending)
        return;
    const auto& answer = m_results->answer();
    if (answer.items.empty()) {
        document()->search()->setHits(nullptr);
        return document()->search()->setColoured(false);
    }
    auto hits = std::make_shared<Search::Hits>();
    hits->query = m_line->text().trimmed();
    hits->model = answer.model;
    for (const auto& item : answer.items) {
        if (item.isNode())
            hits->nodes.push_back(item.id);
    }
    document()->search()->setHits(std::move(hits));
}

QString FindPanel::summary() const
{
    const auto query = plain(m_line->text().trimmed().toStdString(), 80);
    const auto& answer = m_results->answer();
    if (document() == nullptr || document()->model() == nullptr)
        return tr("No model is open.");
    if (query.isEmpty())
        return tr("Searches names, operator types and values of all graphs.");
    QString text;
    if (!answer.items.empty())
        text = countOf(answer.items.size(), QT_TR_NOOP("%1 result(s)"));
    else if (answer.withoutLastTerm > 0)
        text = tr("Nothing matches %1. %2 match without %3.")
                   .arg(query, countText(answer.withoutLastTerm), plain(answer.lastTerm, 60));
    else
        text = tr("Nothing matches %1.").arg(query);
    if (answer.scan.tensors > 0)
        text += u' '
            + tr("%1 read, %2.")
                  .arg(countOf(answer.scan.elements, QT_TR_NOOP("%1 element(s)")),
                      countOf(
                          answer.scan.tensors, QT_TR_NOOP("%1 weight(s) and captured value(s)")));
    if (answer.unreadable > 0)
        text += u' '
            + tr("Without %n tensor(s) that cannot be read.", nullptr,
                static_cast<int>(answer.unreadable));
    return text;
}

/// Results by graph, as in `main_graph 210 · body 4`; empty if all are in the main graph.
QString FindPanel::graphCounts() const
{
    const auto& answer = m_results->answer();
    if (answer.items.empty() || document() == nullptr
        || (answer.graphs.size() == 1 && answer.graphs.front().graph.value() == 0))
        return {};
    QStringList parts;
    for (const auto& count : answer.graphs) {
        if (parts.size() == graphsNamed)
            break;
        parts
            += graphName(*document(), *answer.model, count.graph) + u' ' + countText(count.results);
    }
    if (answer.graphs.size() > graphsNamed)
        parts += tr(
            "%n more graph(s)", nullptr, static_cast<int>(answer.graphs.size() - graphsNamed));
    return parts.join(QStringLiteral(" · "));
}

void FindPanel::showError(const model::QueryError& error)
{
    context().jobs.cancelAll(m_results);
    showMessage(tr("Column %1: %2").arg(error.column + 1).arg(plain(error.message, 300)), "error");
    m_drop->hide();
    mark(error.column, std::max<std::size_t>(error.length, 1));
}

void FindPanel::showMessage(const QString& text, const char* tone)
{
    m_message->setText(text);
    m_isPlainMessage = *tone == '\0';
    m_message->setProperty("tone", tone);
    restyle(*m_message);
}

/// Underlines characters of the line. QLineEdit accepts text formats only from input method events.
void FindPanel::mark(std::size_t column, std::size_t length)
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (length > 0) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(themeColour("error"));
        const int from = unitsBefore(m_line->text(), column);
        const int to = unitsBefore(m_line->text(), column + length);
        attributes.append(
            { QInputMethodEvent::TextFormat, from - m_line->cursorPosition(), to - from, format });
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
    const int wanted = current.isValid() ? current.row() + by : by > 0 ? 0 : count - 1;
    const int next = (wanted + count) % count;
    if (next == current.row() && current.isValid())
        takeRow(current); // the only result: select it again
    m_view->setCurrentIndex(m_results->index(next, 0));
    if (wanted != next)
        showMessage(
            wanted < 0 ? tr("Went on from the last result.") : tr("Went on from the first result."),
            "");
    else if (m_isPlainMessage)
        showMessage(summary(), "");
    showPosition();
}

/// Shows the position in the results, as in `3 of 14`.
void FindPanel::showPosition()
{
    const auto current = m_view->currentIndex();
    const auto count = m_results->items().size();
    m_position->setText(current.isValid() && count > 0
            ? tr("%1 of %2")
                  .arg(countText(static_cast<std::size_t>(current.row()) + 1), countText(count))
            : QString());
}

void FindPanel::takeRow(const QModelIndex& index)
{
    if (isShowing() || !index.isValid() || document() == nullptr)
        return;
    const auto item = itemOf(index.data(ItemRole));
    if (item.isNode())
        document()->reveal(model::NodeId(item.id), this);
    else
        document()->revealValue(model::ValueId(item.id), this);
    showPosition();
}

/// Enter in the table: opens the groups that hide the item, and goes to the graph. The item is
/// selected already.
void FindPanel::showInside(const QModelIndex& index)
{
    const auto tree = document() != nullptr ? document()->groupTree() : nullptr;
    if (tree != nullptr && index.isValid()) {
        const auto item = itemOf(index.data(ItemRole));
        const auto node = item.isNode()
            ? model::NodeId(item.id)
            : document()->model()->value(model::ValueId(item.id)).producer;
        const bool isKnown = node.isValid() && node.value() < tree->groupOfNode.size();
        const auto group = isKnown ? tree->groupOfNode[node.value()] : layout::noGroup;
        if (group != layout::noGroup)
            document()->openWithAncestors(group);
    }
    context().actions.action("go.graph")->trigger();
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

/// Runs a query of another view.
void FindPanel::ask(const QString& query)
{
    emit showRequested();
    m_line->setText(query);
    search();
}

void FindPanel::showSelection()
{
    if (const auto index = m_results->indexOf(document()->selection()->current());
        index.isValid()) {
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
    } else {
        m_view->setCurrentIndex({});
    }
    showPosition();
}

} // namespace ui
