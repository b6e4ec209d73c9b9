#include "ui/find/completion_list.h"

#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ui {

namespace {

constexpr int textRole = Qt::UserRole + 1; ///< the text to insert
constexpr int hintRole = Qt::UserRole + 2;
constexpr int rowHeight = 24;
constexpr int rowsShown = 10;
constexpr int padding = 8;
constexpr int minWidth = 240;
constexpr int maxWidth = 480;

/// Draws the candidate at the left and its hint at the right.
class CandidateDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return { minWidth, rowHeight };
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, themeColour("accentTint"));
        const auto area = option.rect.adjusted(padding, 0, -padding, 0);
        const auto& metrics = option.fontMetrics;
        const auto hint = index.data(hintRole).toString();
        const auto text = index.data().toString();
        const int hintWidth = std::min(metrics.horizontalAdvance(hint) + 2,
            std::max(0, area.width() - metrics.horizontalAdvance(text) - padding));
        painter->setPen(themeColour("text"));
        painter->drawText(area.adjusted(0, 0, -hintWidth, 0), Qt::AlignVCenter | Qt::AlignLeft,
            metrics.elidedText(text, Qt::ElideMiddle, area.width() - hintWidth));
        painter->setPen(themeColour("textSecondary"));
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight,
            metrics.elidedText(hint, Qt::ElideRight, hintWidth));
    }
};

} // namespace

CompletionList::CompletionList(QLineEdit* line)
    : QListView(line->window())
    , m_line(line)
{
    setObjectName("queryCompletion");
    setAccessibleName(tr("Completions"));
    setFocusPolicy(Qt::NoFocus);
    setModel(&m_rows);
    setItemDelegate(new CandidateDelegate(this));
    setUniformItemSizes(true);
    setMouseTracking(true);
    setEditTriggers(NoEditTriggers);
    setFrameShape(QFrame::Box);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    hide();
    connect(this, &QListView::clicked, this, &CompletionList::take);
}

void CompletionList::offer(const model::QueryCompletion& completion)
{
    const auto line = m_line->text().toStdString();
    m_before = line.substr(0, completion.from);
    m_after = line.substr(std::min(completion.to, line.size()));
    const auto typed = line.substr(completion.from, completion.to - completion.from);
    m_rows.clear();
    for (const auto& candidate : completion.candidates) {
        if (candidate.text == typed)
            continue;
        auto* row = new QStandardItem(plain(candidate.text, 80));
        row->setData(QByteArray::fromStdString(candidate.text), textRole);
        row->setData(plain(candidate.hint, 80), hintRole);
        m_rows.appendRow(row);
    }
    setVisible(m_rows.rowCount() > 0 && m_line->hasFocus());
    if (!isVisible())
        return;
    place();
    // Placed again later: a dock that was just raised has its geometry only after its layout.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (isVisible())
                place();
        },
        Qt::QueuedConnection);
}

void CompletionList::place()
{
    if (parentWidget() != m_line->window())
        setParent(m_line->window()); // the dock was made floating or docked again
    int width = minWidth;
    for (int row = 0; row < m_rows.rowCount(); ++row) {
        const auto* item = m_rows.item(row);
        width = std::max(width,
            fontMetrics().horizontalAdvance(item->text() + item->data(hintRole).toString())
                + 5 * padding);
    }
    width = std::min({ width, maxWidth, parentWidget()->width() });
    const int height = std::min(m_rows.rowCount(), rowsShown) * rowHeight + 2 * frameWidth();
    auto at = m_line->mapTo(parentWidget(), QPoint(0, m_line->height() + 2));
    at.setX(std::min(at.x(), parentWidget()->width() - width));
    setGeometry(QRect(at, QSize(width, height)));
    raise();
    show();
}

bool CompletionList::takeKey(int key)
{
    if (!isVisible())
        return false;
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        choose(key == Qt::Key_Down ? 1 : -1);
        return true;
    case Qt::Key_Tab:
        take(hasChoice() ? currentIndex() : m_rows.index(0, 0));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (hasChoice()) {
            take(currentIndex());
            return true;
        }
        hide();
        return false;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return false;
    }
}

void CompletionList::choose(int by)
{
    const int count = m_rows.rowCount();
    const int now = hasChoice() ? currentIndex().row() : by > 0 ? -1 : count;
    setCurrentIndex(m_rows.index((now + by + count) % count, 0));
}

void CompletionList::take(const QModelIndex& index)
{
    const auto text = index.data(textRole).toByteArray().toStdString();
    hide();
    // A key such as `type:` needs a value after it; a value is complete, so a blank follows it.
    const bool isDone = text.back() != ':' && text.back() != '>' && text.back() != '<';
    const auto head = m_before + text + (isDone && m_after.empty() ? " " : "");
    emit chosen(QString::fromStdString(head + m_after),
        static_cast<int>(QString::fromStdString(head).size()));
}

} // namespace ui
