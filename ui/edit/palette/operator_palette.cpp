#include "ui/edit/palette/operator_palette.h"

#include "ui/edit/palette/operator_list.h"
#include "ui/inspectors/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScreen>

#include <algorithm>

namespace ui {

namespace {

constexpr QSize paletteSize(440, 340);

} // namespace

OperatorPalette::OperatorPalette(const QString& title, const QString& place,
    std::vector<model::edit::FittingOperator> candidates, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_filter(new QLineEdit(this))
    , m_count(makeLabel({}, "secondary", this))
    , m_list(new QListView(this))
    , m_model(new OperatorList(std::move(candidates), this))
    , m_unfit(makeWrappedLabel({}, "secondary", this))
{
    setObjectName("operatorPalette");
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(title);
    auto* column = makeColumn(this, { 10, 10, 10, 8 }, 8);
    auto* head = makeRow(nullptr, {}, 10);
    head->addWidget(makeLabel(title, "heading", this));
    head->addWidget(new ElidedLabel(place, ElidedLabel::Look::Secondary, this), 1);
    head->addWidget(m_count);
    column->addLayout(head);
    m_filter->setPlaceholderText(tr("Operator"));
    m_filter->setAccessibleName(tr("Operator"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    column->addWidget(m_filter);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new OperatorDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(title);
    column->addWidget(m_list, 1);
    m_unfit->setObjectName("unfitOperators");
    m_unfit->setTextFormat(Qt::PlainText);
    m_unfit->installEventFilter(this);
    m_unfit->setCursor(Qt::PointingHandCursor);
    column->addWidget(m_unfit);
    column->addWidget(makeLabel(
        tr("Enter inserts  ·  ↑ ↓ choose  ·  Esc leaves the model as it is"), "secondary", this));
    setFocusProxy(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &OperatorPalette::refresh);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { choose(m_list->currentIndex()); });
    connect(m_list, &QListView::clicked, this, &OperatorPalette::choose);
    refresh();
}

void OperatorPalette::popUp(const QPoint& at)
{
    resize(paletteSize);
    const auto* screen = QGuiApplication::screenAt(at);
    const auto area
        = (screen != nullptr ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    move(std::clamp(at.x(), area.left(), std::max(area.left(), area.right() - width())),
        std::clamp(at.y(), area.top(), std::max(area.top(), area.bottom() - height())));
    show();
    m_filter->setFocus();
}

void OperatorPalette::refresh()
{
    m_model->setFilter(m_filter->text(), m_showsUnfit);
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_count->setText(tr("%1 of %2 fit").arg(m_model->fitting()).arg(m_model->total()));
    const auto& unfit = m_model->unfit();
    m_unfit->setVisible(!unfit.empty() && !m_showsUnfit);
    if (unfit.empty())
        return;
    const auto& first = m_model->candidate(unfit.front());
    auto text
        = tr("Does not fit: %1, %2").arg(plain(first.schema->name, 60), plain(first.refusal, 120));
    if (unfit.size() > 1)
        text += tr(" (and %n more)", nullptr, static_cast<int>(unfit.size()) - 1);
    m_unfit->setText(text + QStringLiteral("  ·  ") + tr("click to list"));
}

/// Sends the arrow keys to the list, while the line keeps the focus.
bool OperatorPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_unfit && event->type() == QEvent::MouseButtonRelease) {
        m_showsUnfit = true;
        refresh();
        return true;
    }
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

void OperatorPalette::choose(const QModelIndex& row)
{
    if (!row.isValid() || !m_model->at(row.row()).refusal.empty())
        return;
    const auto chosen = m_model->at(row.row());
    close();
    emit this->chosen(chosen);
}

} // namespace ui
