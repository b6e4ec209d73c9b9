#include "ui/banner.h"

#include "ui/icon.h"
#include "ui/icon_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace ui {

Banner::Banner(const char* iconName, const char* tone, QWidget* parent)
    : QFrame(parent)
    , m_lead(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
{
    setProperty("tone", tone);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 6, 10, 6);
    row->setSpacing(10);
    row->addWidget(new IconLabel(iconName, 18, tone, this));
    m_lead->setTextFormat(Qt::PlainText);
    m_lead->setProperty("heading", true);
    m_lead->setProperty("tone", tone);
    row->addWidget(m_lead);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    row->addWidget(m_text, 1);
    row->addWidget(m_action);
    auto* dismiss = new QToolButton(this);
    dismiss->setIcon(icon("close"));
    dismiss->setAccessibleName(tr("Close this message"));
    row->addWidget(dismiss);
    connect(dismiss, &QToolButton::clicked, this, &Banner::dismissed);
    connect(m_action, &QPushButton::clicked, this, &Banner::followed);
    hide();
}

void Banner::say(const QString& lead, const QString& text, const QString& action)
{
    m_lead->setText(lead);
    m_text->setText(text);
    m_action->setText(action);
    m_action->setHidden(action.isEmpty());
}

} // namespace ui
