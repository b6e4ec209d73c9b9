#include "ui/dialogs/keys_dialog.h"

#include "ui/dialogs/preferences_dialog.h"
#include "ui/window/actions.h"

#include <QCoreApplication>
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
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Graph: walk to readers, producers and neighbours"),
        QT_TRANSLATE_NOOP("Keys", "Arrows; digits choose a branch") },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Timeline: zoom, move"), "W, S, A, D" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Timeline: previous or next span, row above or below"),
        QT_TRANSLATE_NOOP("Keys", "Arrows") },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Timeline: next or previous span of the same node"),
        "N; Shift+N" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Timeline: fit the range or the selected span"), "F" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Timeline: keep the range as a mark"), "M" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Timeline: next or previous mark, delete it"),
        "J; Shift+J; Del" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Timeline: clear the range"), "Esc" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Runs over each other: next or previous varying operator"),
        "V, Shift+V" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Runs over each other: show all, back to the timeline"),
        "Home, Esc" },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Model, Find: from the line to the rows, clear the line"),
        QT_TRANSLATE_NOOP("Keys", "Down; Esc") },
    ViewKey { QT_TRANSLATE_NOOP("Keys", "Rows: on to the graph, what can be done"),
        QT_TRANSLATE_NOOP("Keys", "Return; Menu") },
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
    dialog.setWindowTitle(QCoreApplication::translate("Keys", "Keys"));
    dialog.resize(680, 640);
    auto* column = new QVBoxLayout(&dialog);
    auto* filter = new QLineEdit(&dialog);
    filter->setPlaceholderText(QCoreApplication::translate("Keys", "Filter"));
    column->addWidget(filter);
    auto* table = new QTableWidget(0, 2, &dialog);
    table->setHorizontalHeaderLabels({ QCoreApplication::translate("Keys", "Action"),
        QCoreApplication::translate("Keys", "Keys") });
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    // An action's text may depend on the state of the program.
    for (const auto& spec : ActionTable::specs()) {
        const auto keys = actions.action(spec.id)->shortcuts();
        if (keys.isEmpty())
            continue;
        addRow(*table, ActionTable::tr(spec.text).remove(u'&'),
            QKeySequence::listToString(keys, QKeySequence::NativeText));
    }
    for (const auto& key : viewKeys)
        addRow(*table, QCoreApplication::translate("Keys", key.text),
            QCoreApplication::translate("Keys", key.keys));
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
    auto* change = buttons->addButton(
        QCoreApplication::translate("Keys", "Change…"), QDialogButtonBox::ActionRole);
    QObject::connect(
        change, &QPushButton::clicked, &dialog, [&dialog] { dialog.done(changeKeys); });
    column->addWidget(buttons);
    if (dialog.exec() == changeKeys)
        showPreferences(parent, PreferencesDialog::Page::Keys);
}

} // namespace ui
