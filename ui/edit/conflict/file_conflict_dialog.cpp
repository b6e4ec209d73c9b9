#include "ui/edit/conflict/file_conflict_dialog.h"

#include "ui/compare/compared_table.h"
#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/job_runner.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int usualWidth = 900; // pixels
constexpr int usualHeight = 560;
constexpr qsizetype longestText = 400;

ComparedTable::Content changeRows(const std::vector<model::ThreeWayChange>& changes)
{
    ComparedTable::Content content { { { tr("Part") }, { tr("Changed in") }, { tr("The file now") },
                                         { tr("Your edits") } },
        { 210, 90, 270, 270 }, {} };
    for (const auto& change : changes) {
        const bool isOfBoth = !change.theirs.empty() && !change.ours.empty();
        const auto where = change.isConflict ? tr("both")
            : isOfBoth                       ? tr("both, alike")
            : change.ours.empty()            ? tr("the file")
                                             : tr("your edits");
        ComparedTable::Row row;
        row.isDifference = change.isConflict;
        row.cells = { { plain(change.part), {}, {}, {}, change.isConflict },
            { where, {}, change.isConflict ? "warning" : "textSecondary" },
            { plain(change.theirs, longestText) }, { plain(change.ours, longestText) } };
        content.rows.push_back(std::move(row));
    }
    return content;
}

ComparedTable::Content stepRows(const ReplayedEdits& replayed)
{
    ComparedTable::Content content { { { tr("Edit", "noun") }, { tr("On the file as it is now") } },
        { 330, 510 }, {} };
    for (const auto& [step, failure, operations] : replayed.steps) {
        ComparedTable::Row row;
        row.isDifference = !failure.isEmpty();
        row.cells = { { plain(step.text.toStdString()) },
            { failure.isEmpty()
                    ? tr("fits")
                    : tr("does not fit: %1").arg(plain(failure.toStdString(), longestText)),
                {}, failure.isEmpty() ? "good" : "error" } };
        content.rows.push_back(std::move(row));
    }
    return content;
}

} // namespace

FileConflictDialog::FileConflictDialog(Document& document, Context& context, QWidget* parent)
    : QDialog(parent)
    , m_document(&document)
    , m_context(context)
    , m_summary(makeWrappedLabel({}, "secondary", this))
    , m_note(makeWrappedLabel({}, nullptr, this))
    , m_tables(new QWidget(this))
    , m_changes(new ComparedTable(this))
    , m_steps(new ComparedTable(this))
{
    setObjectName("fileConflict");
    setWindowTitle(tr("The File Has Changed"));
    auto* column = makeColumn(this, { 20, 18, 20, 14 }, 12);
    auto* head = makeRow(nullptr, {}, 12);
    head->addWidget(new IconLabel("warning", 24, "warning", this), 0, Qt::AlignTop);
    auto* texts = makeColumn(nullptr, {}, 3);
    auto* title = makeWrappedLabel(tr("%1 was changed by another program or window")
                                       .arg(plain(document.title().toStdString(), 80)),
        "heading", this);
    title->setFont(scaledFont(title->font(), 1.25));
    texts->addWidget(title);
    texts->addWidget(m_summary);
    head->addLayout(texts, 1);
    column->addLayout(head);
    m_note->setObjectName("conflictNote");
    column->addWidget(m_note);
    auto* tables = makeColumn(m_tables, {}, 8);
    addTable(*tables, tr("What changed since the file was read"), "conflictChanges", m_changes);
    addTable(*tables, tr("Your edits"), "conflictSteps", m_steps);
    column->addWidget(m_tables, 1);
    column->addLayout(makeButtons());
    resize(usualWidth, usualHeight);
    find();
}

FileConflictDialog::~FileConflictDialog() { m_context.jobs.cancelAll(this); }

TableView* FileConflictDialog::addTable(
    QBoxLayout& column, const QString& title, const char* name, ComparedTable* table)
{
    auto* label = makeLabel(title, "secondary", m_tables);
    auto* view = new TableView(m_context.actions, m_tables);
    view->setObjectName(name);
    view->setAccessibleName(title);
    view->setModel(table);
    view->setRootIsDecorated(false);
    label->setBuddy(view);
    column.addWidget(label);
    column.addWidget(view, 1);
    connect(table, &QAbstractItemModel::modelReset, view, [view, table] {
        const auto& widths = table->content().widths;
        for (std::size_t i = 0; i + 1 < widths.size(); ++i)
            view->setColumnWidth(static_cast<int>(i), widths[i]);
        view->header()->setStretchLastSection(true);
    });
    return view;
}

QLayout* FileConflictDialog::makeButtons()
{
    auto* row = makeRow(nullptr, {}, 8);
    row->addWidget(addButton(tr("&Discard my edits"), "discardMine", Choice::Discard));
    row->itemAt(0)->widget()->setProperty("danger", true);
    row->addStretch();
    row->addWidget(addButton(tr("Decide later"), "decideLater", Choice::Later));
    m_copy = addButton(tr("&Keep mine as a copy…"), "keepCopy", Choice::Copy);
    row->addWidget(m_copy);
    m_replay = addButton(tr("&Repeat my edits on the new file"), "replayEdits", Choice::Replay);
    m_replay->setProperty("primary", true);
    m_replay->setDefault(true);
    row->addWidget(m_replay);
    return row;
}

QPushButton* FileConflictDialog::addButton(const QString& text, const char* name, Choice choice)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, choice] { choose(choice); });
    return button;
}

void FileConflictDialog::find()
{
    m_found.reset();
    m_replay->setEnabled(false);
    m_tables->hide();
    m_note->show();
    m_summary->setText(tr("%n edit(s) not saved.", nullptr, m_document->editor()->count()));
    m_note->setText(tr("Comparing the file as it was, as it is, and your edits…"));
    const auto steps = m_document->editor()->stepsSinceFile();
    m_context.jobs.start<FileConflict>(
        this, QStringLiteral("conflict"),
        tr("Comparing %1 with its edits").arg(m_document->title()),
        [edited = m_document->editor()->fileRequest(), steps](
            std::stop_token stop, const support::Progress& progress) {
            return findConflict(
                edited, steps.value_or(std::vector<ScriptedStep>()), std::move(stop), progress);
        },
        [this, hasSteps = steps.has_value()](support::Result<FileConflict> found) {
            if (found)
                return show(*std::move(found), hasSteps);
            m_note->setText(tr("The file cannot be read now: %1. Your edits can be kept as a copy.")
                                .arg(plain(found.error().message(), longestText)));
        });
}

void FileConflictDialog::show(FileConflict found, bool hasSteps)
{
    m_found = std::move(found);
    const auto& changes = m_found->changes;
    const auto conflicts
        = static_cast<int>(std::ranges::count_if(changes, &model::ThreeWayChange::isConflict));
    const auto ofFile = static_cast<int>(
        std::ranges::count_if(changes, [](const auto& change) { return !change.theirs.empty(); }));
    const auto misfits
        = static_cast<int>(m_found->replayed.steps.size()) - m_found->replayed.fitting();
    QStringList words { tr("%n change(s) in the file.", nullptr, ofFile),
        tr("%n part(s) changed by both.", nullptr, conflicts) };
    if (hasSteps)
        words += misfits == 0 ? tr("All of your edits fit the new file.")
                              : tr("Edits that do not fit the new file: %1.").arg(misfits);
    m_summary->setText(words.join(u' '));
    QStringList notes;
    if (!hasSteps)
        notes += tr("You took back edits that the file had when it was saved. They cannot be "
                    "repeated on the new file; a copy keeps your model.");
    if (!m_found->copyProblem.isEmpty())
        notes += tr("A copy cannot be saved any more, and weights cannot be compared: %1.")
                     .arg(plain(m_found->copyProblem.toStdString(), longestText));
    m_note->setText(notes.join(u'\n'));
    m_note->setVisible(!notes.isEmpty());
    m_copy->setEnabled(m_found->copyProblem.isEmpty());
    m_replay->setEnabled(hasSteps);
    m_changes->set(changeRows(changes));
    m_steps->set(stepRows(m_found->replayed));
    m_tables->show();
}

/// Compares again if the file has changed once more, because the user decided about another one.
void FileConflictDialog::choose(Choice choice)
{
    if (m_document == nullptr)
        return reject();
    if (choice == Choice::Replay && FileFacts::of(m_document->path()) != m_found->replayed.file)
        return find();
    m_choice = choice;
    done(choice == Choice::Later ? Rejected : Accepted);
}

} // namespace ui
