#include "ui/dialogs/key_list.h"

#include "ui/tables/table_view.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"
#include "ui/window/shortcuts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int commandColumn = 0;
constexpr int keysColumn = 1;
constexpr int stateColumn = 2;
constexpr int idRole = Qt::UserRole;
constexpr int longestChord = 2; // number of key combinations in a sequence, as in F4, C

/// The menu path of a command: `View ▸ Theme ▸ Light`.
QString titleOf(const ActionSpec& spec)
{
    QString title;
    const auto path = QString::fromLatin1(spec.menu);
    for (qsizetype end = path.indexOf(u'/'); end >= 0; end = path.indexOf(u'/', end + 1))
        title += withoutMnemonic(menuTitle(path.left(end))) + QStringLiteral(" \u25b8 ");
    title += withoutMnemonic(menuTitle(path)) + QStringLiteral(" \u25b8 ");
    return title + withoutMnemonic(ActionTable::tr(spec.text));
}

QString titlesOf(const QList<const ActionSpec*>& specs)
{
    QStringList titles;
    for (const auto* spec : specs)
        titles += titleOf(*spec);
    return titles.join(QStringLiteral(", "));
}

} // namespace

KeyList::KeyList(QWidget* parent)
    : QWidget(parent)
    , m_filter(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_edit(new QKeySequenceEdit(this))
    , m_note(new NoteLabel(this))
    , m_assign(new QPushButton(tr("Assign"), this))
    , m_remove(new QPushButton(tr("Remove keys"), this))
    , m_reset(new QPushButton(tr("As shipped"), this))
    , m_resetAll(new QPushButton(tr("All as shipped"), this))
{
    auto* column = new QVBoxLayout(this);
    m_filter->setPlaceholderText(tr("Filter by command or key"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &KeyList::applyFilter);
    column->addWidget(m_filter);
    styleItemView(*m_list);
    m_list->setAccessibleName(tr("Commands and their keys"));
    m_list->setRootIsDecorated(false);
    m_list->setHeaderLabels({ tr("Command"), tr("Keys"), tr("State") });
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(commandColumn, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(keysColumn, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(stateColumn, QHeaderView::ResizeToContents);
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this] {
        m_edit->clear();
        refresh();
    });
    column->addWidget(m_list, 1);
    column->addWidget(buildEditor());
    connect(&Shortcuts::instance(), &Shortcuts::changed, this, &KeyList::fill);
    fill();
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

QWidget* KeyList::buildEditor()
{
    auto* editor = new QWidget(this);
    auto* column = makeColumn(editor, {}, styleSpacing);
    auto* line = new QHBoxLayout;
    auto* label = new QLabel(tr("&New keys"), editor);
    label->setBuddy(m_edit);
    m_edit->setAccessibleName(tr("New keys"));
    connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& keys) {
        if (keys.count() > longestChord)
            m_edit->setKeySequence(QKeySequence(keys[0], keys[1]));
        refresh();
    });
    connect(m_assign, &QPushButton::clicked, this, [this] {
        if (const auto* spec = current())
            Shortcuts::instance().assign(*spec, m_edit->keySequence());
        m_edit->clear();
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        if (const auto* spec = current())
            Shortcuts::instance().assign(*spec, {});
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const auto* spec = current())
            Shortcuts::instance().reset(*spec);
    });
    connect(m_resetAll, &QPushButton::clicked, &Shortcuts::instance(), &Shortcuts::resetAll);
    line->addWidget(label);
    line->addWidget(m_edit, 1);
    line->addWidget(m_assign);
    line->addWidget(m_remove);
    line->addWidget(m_reset);
    column->addLayout(line);
    auto* below = new QHBoxLayout;
    below->addWidget(m_note, 1);
    below->addWidget(m_resetAll, 0, Qt::AlignTop);
    column->addLayout(below);
    return editor;
}

const ActionSpec* KeyList::current() const
{
    const auto* item = m_list->currentItem();
    return item == nullptr
        ? nullptr
        : ActionTable::spec(item->data(commandColumn, idRole).toString().toStdString());
}

void KeyList::choose(const QString& action)
{
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        auto* item = m_list->topLevelItem(row);
        if (item->data(commandColumn, idRole).toString() == action)
            m_list->setCurrentItem(item);
    }
}

void KeyList::fill()
{
    const auto& shortcuts = Shortcuts::instance();
    const auto& specs = ActionTable::specs();
    for (qsizetype i = 0; i < specs.size(); ++i) {
        auto* item = m_list->topLevelItem(static_cast<int>(i));
        if (item == nullptr)
            item = new QTreeWidgetItem(m_list);
        const bool isOwn = shortcuts.isOwn(specs[i]);
        item->setText(commandColumn, titleOf(specs[i]));
        item->setData(commandColumn, idRole, QString::fromLatin1(specs[i].id));
        item->setText(keysColumn,
            QKeySequence::listToString(shortcuts.keysOf(specs[i]), QKeySequence::NativeText));
        item->setText(stateColumn, isOwn ? tr("changed") : QString());
        auto font = item->font(commandColumn);
        font.setBold(isOwn);
        item->setFont(commandColumn, font);
        item->setFont(keysColumn, font);
    }
    applyFilter();
    refresh();
}

void KeyList::applyFilter()
{
    const auto text = m_filter->text();
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        auto* item = m_list->topLevelItem(row);
        const bool isHit
            = std::ranges::any_of(std::initializer_list { commandColumn, keysColumn, stateColumn },
                [&](int column) { return item->text(column).contains(text, Qt::CaseInsensitive); });
        item->setHidden(!isHit);
    }
}

void KeyList::refresh()
{
    const auto& shortcuts = Shortcuts::instance();
    const auto* spec = current();
    const auto& specs = ActionTable::specs();
    m_resetAll->setEnabled(
        std::ranges::any_of(specs, [&](const ActionSpec& each) { return shortcuts.isOwn(each); }));
    m_edit->setEnabled(spec != nullptr);
    m_remove->setEnabled(spec != nullptr && !shortcuts.keysOf(*spec).isEmpty());
    m_reset->setEnabled(spec != nullptr && shortcuts.isOwn(*spec));
    const auto keys = m_edit->keySequence();
    if (spec == nullptr || keys.isEmpty()) {
        m_assign->setEnabled(false);
        m_note->setProperty("tone", QVariant());
        m_note->setText(tr("Choose a command, press its new keys here. Arrows, letters and digits "
                           "that a view answers itself stay as they are (Help, Keys)."));
    } else {
        const auto claim = shortcuts.checkKey(*spec, keys);
        m_assign->setEnabled(claim.refusal.isEmpty());
        const bool isFree = claim.refusal.isEmpty() && claim.holders.isEmpty();
        m_note->setProperty("tone", isFree ? "good" : "warning");
        m_note->setText(!claim.refusal.isEmpty() ? claim.refusal
                : isFree                         ? tr("Free")
                         : tr("Taken by %1, which will lose it").arg(titlesOf(claim.holders)));
    }
    restyle(*m_note);
}

} // namespace ui
