#include "ui/dialogs/keys_dialog.h"

#include "ui/dialogs/preferences_dialog.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <array>

namespace ui {

namespace {

/// A shortcut that a view handles itself while it has the focus.
struct ViewKey {
    const char* text;
    const char* keys;
};
constexpr std::array viewKeys {
    ViewKey { QT_TR_NOOP("Graph: walk to readers, producers and neighbours"),
        QT_TR_NOOP("Arrows; digits choose a branch") },
    ViewKey { QT_TR_NOOP("Timeline: zoom, move"), "W, S, A, D" },
    ViewKey {
        QT_TR_NOOP("Timeline: previous or next span, row above or below"), QT_TR_NOOP("Arrows") },
    ViewKey { QT_TR_NOOP("Timeline: next or previous span of the same node"), "N; Shift+N" },
    ViewKey { QT_TR_NOOP("Timeline: fit the range or the selected span"), "F" },
    ViewKey { QT_TR_NOOP("Timeline: keep the range as a mark"), "M" },
    ViewKey { QT_TR_NOOP("Timeline: next or previous mark, delete it"), "J; Shift+J; Del" },
    ViewKey { QT_TR_NOOP("Timeline: clear the range"), "Esc" },
    ViewKey { QT_TR_NOOP("Runs over each other: next or previous varying operator"), "V, Shift+V" },
    ViewKey { QT_TR_NOOP("Runs over each other: show all, back to the timeline"), "Home, Esc" },
    ViewKey { QT_TR_NOOP("Model, Find: from the line to the rows, clear the line"),
        QT_TR_NOOP("Down; Esc") },
    ViewKey { QT_TR_NOOP("Rows: on to the graph, what can be done"), QT_TR_NOOP("Return; Menu") },
};

constexpr int changeKeys = QDialog::Accepted + 1;

void addRow(QTableWidget& table, const QString& action, const QString& keys)
{
    const int row = table.rowCount();
    table.insertRow(row);
    table.setItem(row, 0, new QTableWidgetItem(action));
    table.setItem(row, 1, new QTableWidgetItem(keys));
}

} // namespace

void showKeys(const ActionTable& actions, QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(tr("Keys"));
    dialog.resize(680, 640);
    auto* column = new QVBoxLayout(&dialog);
    auto* filter = new QLineEdit(&dialog);
    filter->setPlaceholderText(tr("Filter"));
    column->addWidget(filter);
    auto* table = new QTableWidget(0, 2, &dialog);
    table->setHorizontalHeaderLabels({ tr("Action"), tr("Keys") });
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    // An action's text may depend on the state of the program.
    for (const auto& spec : ActionTable::specs()) {
        const auto keys = actions.action(spec.id)->shortcuts();
        if (keys.isEmpty())
            continue;
        addRow(*table, withoutMnemonic(ActionTable::tr(spec.text)),
            QKeySequence::listToString(keys, QKeySequence::NativeText));
    }
    for (const auto& key : viewKeys)
        addRow(*table, tr(key.text), tr(key.keys));
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
    auto* change = buttons->addButton(tr("Change…"), QDialogButtonBox::ActionRole);
    QObject::connect(
        change, &QPushButton::clicked, &dialog, [&dialog] { dialog.done(changeKeys); });
    column->addWidget(buttons);
    if (dialog.exec() == changeKeys)
        showPreferences(parent, PreferencesDialog::Page::Keys);
}

} // namespace ui
