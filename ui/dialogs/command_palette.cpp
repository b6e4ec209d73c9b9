#include "ui/dialogs/command_palette.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ui {

namespace {

constexpr int indexRole = Qt::UserRole;

constexpr int keyRole = Qt::UserRole + 1;
constexpr int reasonRole = Qt::UserRole + 2;
constexpr int rowHeight = 32;

/// The name of a command; for one in a submenu, with the submenu's title: `Theme: Dark`.
QString nameOf(const QAction* action)
{
    const auto name = withoutMnemonic(action->text()).remove(u'…');
    const auto* spec = ActionTable::spec(action->objectName().toStdString());
    const auto menu = spec != nullptr ? QString::fromLatin1(spec->menu) : QString();
    return menu.contains(u'/') ? withoutMnemonic(menuTitle(menu)) + QStringLiteral(": ") + name
                               : name;
}

/// Draws icon and name at the left and keys at the right. For a disabled command, draws the reason
/// behind the name.
class CommandDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        const auto& theme = Theme::instance();
        const auto reason = index.data(reasonRole).toString();
        const bool isEnabled = reason.isEmpty();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, theme.colour("accentTint"));
        const auto line = option.rect.adjusted(12, 0, -12, 0);
        const auto sign = index.data(Qt::DecorationRole).value<QIcon>();
        sign.paint(painter, QRect(line.left(), line.center().y() - 8, 16, 16), Qt::AlignCenter,
            isEnabled ? QIcon::Normal : QIcon::Disabled);
        const auto keys = index.data(keyRole).toString();
        painter->setPen(theme.colour("textSecondary"));
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, keys);
        const auto name = index.data(Qt::DisplayRole).toString();
        painter->setPen(theme.colour(isEnabled ? "text" : "textDisabled"));
        const auto rest = line.adjusted(28, 0, -option.fontMetrics.horizontalAdvance(keys) - 16, 0);
        painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, name);
        if (isEnabled)
            return;
        const auto why = rest.adjusted(option.fontMetrics.horizontalAdvance(name) + 14, 0, 0, 0);
        painter->setPen(theme.colour("textSecondary"));
        painter->drawText(why, Qt::AlignLeft | Qt::AlignVCenter,
            option.fontMetrics.elidedText(reason, Qt::ElideRight, why.width()));
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return { 100, rowHeight };
    }
};

} // namespace

int CommandPalette::score(const QString& query, const QString& text)
{
    int score = 0;
    qsizetype at = 0;
    qsizetype previous = -2;
    for (const auto letter : query) {
        if (letter.isSpace())
            continue;
        const auto found = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (found < 0)
            return -1;
        const bool isWordStart = found == 0 || !text[found - 1].isLetterOrNumber();
        score += found == previous + 1 ? 3 : isWordStart ? 2 : 0;
        previous = found;
        at = found + 1;
    }
    return score;
}

void CommandPalette::run(ActionTable& actions, const QList<QAction*>& more, QWidget* parent)
{
    CommandPalette palette(actions, more, parent);
    palette.exec();
}

CommandPalette::CommandPalette(ActionTable& actions, const QList<QAction*>& more, QWidget* parent)
    : QDialog(parent)
    , m_actions(actions)
    , m_all(actions.all() + more)
    , m_query(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setWindowTitle(tr("Commands"));
    resize(620, 460);
    auto* column = makeColumn(this, { 0, 10, 0, 6 }, styleSpacing);
    auto* top = makeRow(nullptr, { 12, 0, 12, 0 }, styleSpacing);
    top->addWidget(m_query);
    column->addLayout(top);
    column->addWidget(m_list);
    m_query->addAction(icon("search", "textSecondary"), QLineEdit::LeadingPosition);
    m_list->setObjectName("commands");
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_query->setPlaceholderText(tr("Type a command"));
    m_query->installEventFilter(this);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QListWidget::itemActivated, this, &CommandPalette::accept);
    connect(m_query, &QLineEdit::returnPressed, this, &CommandPalette::accept);
    fill();
}

void CommandPalette::fill()
{
    struct Hit {
        int score;
        qsizetype index;
    };
    std::vector<Hit> hits;
    for (qsizetype i = 0; i < m_all.size(); ++i) {
        const int fit = score(m_query->text(), nameOf(m_all[i]));
        if (fit >= 0)
            hits.push_back({ fit, i });
    }
    std::ranges::stable_sort(hits, std::greater<> {}, &Hit::score);
    m_list->clear();
    for (const auto& hit : hits) {
        const auto* action = m_all[hit.index];
        auto* item = new QListWidgetItem(action->icon(), nameOf(action), m_list);
        const auto reason = m_actions.reason(action);
        item->setData(indexRole, hit.index);
        item->setData(keyRole, action->shortcut().toString(QKeySequence::NativeText));
        item->setData(reasonRole,
            action->isEnabled()    ? QString()
                : reason.isEmpty() ? tr("not possible now")
                                   : reason);
    }
    if (hits.empty()) {
        auto* none = new QListWidgetItem(tr("No command has these letters"), m_list);
        none->setData(indexRole, -1);
        none->setFlags(Qt::NoItemFlags);
    }
    m_list->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int count = std::max(1, m_list->count());
            m_list->setCurrentRow(
                (m_list->currentRow() + (key == Qt::Key_Down ? 1 : count - 1)) % count);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::accept()
{
    const auto* item = m_list->currentItem();
    auto* action = item != nullptr ? m_all.value(item->data(indexRole).toLongLong()) : nullptr;
    if (action == nullptr || !action->isEnabled())
        return; // the row shows the reason
    QDialog::accept();
    // Queued, so that the palette has closed and the focus is back where it was when the command
    // runs.
    QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

} // namespace ui
