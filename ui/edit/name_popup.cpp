#include "ui/edit/name_popup.h"

#include "ui/inspectors/fact_list.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLineEdit>

namespace ui {

namespace {

constexpr int popupWidth = 360; // pixels

} // namespace

NamePopup::NamePopup(const QString& title, const QString& name, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_line(new QLineEdit(name, this))
    , m_refusal(makeText({}, this))
{
    setObjectName("namePopup");
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    auto* column = makeColumn(this, { 10, 8, 10, 10 }, 6);
    column->addWidget(makeWrappedLabel(title, "heading", this));
    column->addWidget(m_line);
    m_refusal->setProperty("tone", "error");
    m_refusal->hide();
    column->addWidget(m_refusal);
    m_line->setAccessibleName(title);
    m_line->selectAll();
    setFixedWidth(popupWidth);
    setFocusProxy(m_line);
    connect(m_line, &QLineEdit::returnPressed, this, [this] { emit chosen(m_line->text()); });
    connect(m_line, &QLineEdit::textEdited, this, [this] { showRefusal({}); });
}

void NamePopup::popUp(const QPoint& at)
{
    adjustSize();
    move(at);
    show();
    m_line->setFocus();
}

void NamePopup::showRefusal(const QString& why)
{
    m_refusal->setText(why);
    m_refusal->setVisible(!why.isEmpty());
    m_line->setProperty("tone", why.isEmpty() ? "" : "error");
    restyle(*m_line);
    adjustSize();
}

} // namespace ui
