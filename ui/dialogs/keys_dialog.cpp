#include "ui/dialogs/keys_dialog.h"

#include "ui/actions.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableWidget>
#include <QVBoxLayout>

namespace ui {

void showKeys(const ActionTable& actions, QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(QCoreApplication::translate("Keys", "Keys"));
    dialog.resize(560, 620);
    auto* column = new QVBoxLayout(&dialog);
    auto* filter = new QLineEdit(&dialog);
    filter->setPlaceholderText(QCoreApplication::translate("Keys", "Filter"));
    column->addWidget(filter);
    auto* table = new QTableWidget(0, 2, &dialog);
    table->setHorizontalHeaderLabels({ QCoreApplication::translate("Keys", "Action"),
        QCoreApplication::translate("Keys", "Keys") });
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    for (const auto* action : actions.all()) {
        if (action->shortcuts().isEmpty())
            continue;
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(action->text().remove(u'&')));
        table->setItem(row, 1,
            new QTableWidgetItem(
                QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText)));
    }
    column->addWidget(table);
    QObject::connect(filter, &QLineEdit::textChanged, table, [table](const QString& text) {
        for (int row = 0; row < table->rowCount(); ++row) {
            const bool isHit = table->item(row, 0)->text().contains(text, Qt::CaseInsensitive)
                || table->item(row, 1)->text().contains(text, Qt::CaseInsensitive);
            table->setRowHidden(row, !isHit);
        }
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog.exec();
}

} // namespace ui
