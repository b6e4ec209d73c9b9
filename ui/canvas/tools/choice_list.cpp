#include "ui/canvas/tools/choice_list.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QStringListModel>

#include <algorithm>

namespace ui {

namespace {

constexpr QSize listSize(420, 320);

} // namespace

ChoiceList::ChoiceList(const QString& title, const QStringList& texts, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_filter(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_shown(new QSortFilterProxyModel(this))
{
    setObjectName("choiceList");
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(title);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_shown->setSourceModel(new QStringListModel(texts, this));
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_shown);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setAccessibleName(title);
    m_list->setCurrentIndex(m_shown->index(0, 0));
    auto* column = makeColumn(this, { 8, 8, 8, 8 }, styleSpacing);
    column->addWidget(makeLabel(title, nullptr, this));
    column->addWidget(m_filter);
    column->addWidget(m_list);
    setFocusProxy(m_filter);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown->setFilterFixedString(text);
        m_list->setCurrentIndex(m_shown->index(0, 0));
    });
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { choose(m_list->currentIndex()); });
    connect(m_list, &QListView::activated, this, &ChoiceList::choose);
    connect(m_list, &QListView::clicked, this, &ChoiceList::choose);
}

void ChoiceList::popUp(const QPoint& at)
{
    resize(listSize);
    const auto* screen = QGuiApplication::screenAt(at);
    const auto area
        = (screen != nullptr ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    move(std::clamp(at.x(), area.left(), std::max(area.left(), area.right() - width())),
        std::clamp(at.y(), area.top(), std::max(area.top(), area.bottom() - height())));
    show();
    m_filter->setFocus();
}

/// Sends the arrow keys to the list, while the filter line keeps the focus.
bool ChoiceList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown
            || key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void ChoiceList::choose(const QModelIndex& row)
{
    if (!row.isValid())
        return;
    const int index = m_shown->mapToSource(row).row();
    close();
    emit chosen(index);
}

} // namespace ui
