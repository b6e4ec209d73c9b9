#include "ui/widgets/dialog_buttons.h"

#include "ui/translation/text.h"
#include "ui/widgets/layouts.h"

#include <QDialog>
#include <QPushButton>

namespace ui {

QPushButton* addDialogButtons(QDialog& dialog, QBoxLayout& column, const QString& text)
{
    auto* const buttons = makeRow(nullptr, {}, 8);
    buttons->addStretch();
    auto* const cancel = new QPushButton(tr("Cancel"), &dialog);
    cancel->setAutoDefault(false);
    QObject::connect(cancel, &QPushButton::clicked, &dialog, &QDialog::reject);
    buttons->addWidget(cancel);
    auto* const accept = new QPushButton(text, &dialog);
    accept->setProperty("primary", true);
    accept->setDefault(true);
    buttons->addWidget(accept);
    column.addLayout(buttons);
    return accept;
}

} // namespace ui
