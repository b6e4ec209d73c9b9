#include "ui/widgets/icon_label.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace ui {

IconLabel::IconLabel(const char* name, int side, const char* token, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_token(token)
{
    setFixedSize(side, side);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void IconLabel::setIcon(const char* name, const char* token)
{
    m_name = name;
    m_token = token;
    update();
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawIcon(painter, m_name.constData(), rect(),
        Theme::instance().colour(isEnabled() ? m_token.constData() : "textDisabled"));
}

} // namespace ui
