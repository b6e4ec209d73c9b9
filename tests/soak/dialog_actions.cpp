#include "tests/soak/files.h"
#include "tests/soak/random.h"
#include "tests/soak/widget_actions.h"

#include <QAbstractButton>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>

namespace soak {

namespace {

QString pathFor(QFileDialog& dialog, Files& files, Random& random)
{
    if (dialog.acceptMode() == QFileDialog::AcceptSave)
        return files.toWrite(random);
    const bool isFolder = dialog.fileMode() == QFileDialog::Directory;
    return isFolder ? QFileInfo(files.any(random)).absolutePath() : files.any(random);
}

void useFileDialog(QFileDialog& dialog, Files& files, Random& random, const Tell& tell)
{
    if (random.chance(20)) {
        tell(QStringLiteral("leaves \"%1\"").arg(dialog.windowTitle()));
        return dialog.reject();
    }
    const auto filters = dialog.nameFilters();
    if (filters.size() > 1 && random.chance(60)) {
        const auto filter = random.of(filters);
        dialog.selectNameFilter(filter);
        emit dialog.filterSelected(filter); // as the combo box does
    }
    const auto path = pathFor(dialog, files, random);
    tell(QStringLiteral("chooses %1 in \"%2\"").arg(path, dialog.windowTitle()));
    if (auto* line = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
        line->setText(path);
    QMetaObject::invokeMethod(&dialog, "accept");
}

} // namespace

void useDialog(QWidget* widget, Files& files, Random& random, Patience patience, const Tell& tell)
{
    auto* dialog = qobject_cast<QDialog*>(widget);
    if (dialog == nullptr || patience == Patience::Ended) {
        tell(QStringLiteral("leaves %1 \"%2\"").arg(nameOf(widget), widget->windowTitle()));
        if (dialog != nullptr)
            dialog->reject();
        else
            widget->close();
        return;
    }
    if (auto* choice = qobject_cast<QFileDialog*>(dialog))
        return useFileDialog(*choice, files, random, tell);
    if (auto* question = qobject_cast<QMessageBox*>(dialog)) {
        auto* button = random.of(question->buttons());
        tell(QStringLiteral("answers %1 to \"%2\"").arg(nameOf(button), question->text().left(80)));
        return click(button, button->rect().center());
    }
    if (random.chance(20)) {
        tell(QStringLiteral("leaves %1 \"%2\"").arg(nameOf(dialog), dialog->windowTitle()));
        return key(dialog, Qt::Key_Escape);
    }
    useAnyWidget(dialog, random, tell);
}

} // namespace soak
