#include "ui/inspectors/foldable_section.h"

#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layouts.h"

#include <QPushButton>

namespace ui {

FoldableSection::FoldableSection(const QString& id, const QString& title, const QString& note,
    QWidget* body, AtFirst atFirst, QWidget* parent)
    : QWidget(parent)
    , m_key(QStringLiteral("inspector/folded/") + id)
    , m_heading(new QPushButton(this))
    , m_body(body)
{
    setObjectName(QStringLiteral("section.") + id);
    auto* column = makeColumn(this, {}, 2);
    auto* row = makeRow(nullptr, {}, 4);
    m_heading->setText(title);
    m_heading->setProperty("sectionHeading", true);
    m_heading->setIconSize({ 14, 14 });
    m_heading->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    row->addWidget(m_heading);
    row->addStretch();
    if (!note.isEmpty()) {
        auto* label = new ElidedLabel(note, ElidedLabel::Look::Secondary, this);
        label->setAlignment(Qt::AlignRight);
        row->addWidget(label, 1);
    }
    column->addLayout(row);
    column->addWidget(m_body);
    connect(m_heading, &QPushButton::clicked, this, [this] {
        setFolded(!isFolded());
        settings::setValue(m_key, isFolded() ? QStringLiteral("yes") : QStringLiteral("no"));
    });
    setFolded(settings::value(
                  m_key, atFirst == AtFirst::Folded ? QStringLiteral("yes") : QStringLiteral("no"))
        == QStringLiteral("yes"));
}

bool FoldableSection::isFolded() const { return m_body->isHidden(); }

void FoldableSection::setFolded(bool isFolded)
{
    m_body->setVisible(!isFolded);
    m_heading->setIcon(icon(isFolded ? "collapsed" : "expanded", "textSecondary"));
    m_heading->setAccessibleDescription(isFolded ? tr("folded") : tr("unfolded"));
}

} // namespace ui
