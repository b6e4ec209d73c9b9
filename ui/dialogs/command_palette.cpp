#include "ui/dialogs/command_palette.h"

#include "ui/actions.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int indexRole = Qt::UserRole;

QString nameOf(const QAction* action) { return action->text().remove(u'&').remove(u'…'); }

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

void CommandPalette::run(ActionTable& actions, QWidget* parent)
{
    CommandPalette palette(actions, parent);
    palette.exec();
}

CommandPalette::CommandPalette(ActionTable& actions, QWidget* parent)
    : QDialog(parent)
    , m_actions(actions)
    , m_query(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setWindowTitle(tr("Commands"));
    resize(520, 420);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_query);
    column->addWidget(m_list);
    m_query->setPlaceholderText(tr("Type a command"));
    m_query->installEventFilter(this);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_list, &QListWidget::itemActivated, this, &CommandPalette::accept);
    fill();
}

void CommandPalette::fill()
{
    struct Hit {
        int score;
        qsizetype index;
    };
    std::vector<Hit> hits;
    const auto actions = m_actions.all();
    for (qsizetype i = 0; i < actions.size(); ++i) {
        const int fit = score(m_query->text(), nameOf(actions[i]));
        if (fit >= 0)
            hits.push_back({ fit, i });
    }
    std::ranges::stable_sort(hits, std::greater<> {}, &Hit::score);
    m_list->clear();
    for (const auto& hit : hits) {
        const auto* action = actions[hit.index];
        auto text = nameOf(action);
        if (!action->shortcut().isEmpty())
            text += QStringLiteral("    ") + action->shortcut().toString(QKeySequence::NativeText);
        if (!action->isEnabled() && !m_actions.reason(action).isEmpty())
            text += QStringLiteral("    (") + m_actions.reason(action) + QStringLiteral(")");
        auto* item = new QListWidgetItem(action->icon(), text, m_list);
        item->setData(indexRole, hit.index);
        if (!action->isEnabled())
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    m_list->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int count = std::max(1, m_list->count());
            m_list->setCurrentRow((m_list->currentRow() + (key == Qt::Key_Down ? 1 : count - 1)) % count);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::accept()
{
    const auto* item = m_list->currentItem();
    auto* action = item != nullptr ? m_actions.all().value(item->data(indexRole).toLongLong()) : nullptr;
    QDialog::accept();
    // After the palette has closed, so that the command finds the focus where it was.
    if (action != nullptr && action->isEnabled())
        QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
}

} // namespace ui
