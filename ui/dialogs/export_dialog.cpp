#include "ui/dialogs/export_dialog.h"

#include "profiler/exporters/exporter.h"
#include "ui/document/settings.h"
#include "ui/translation/text.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ui {

namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

ExportForm exporterForm(std::string_view name)
{
    const auto& exporter = *profiler::findExporter(name);
    return { text(name), text(exporter.description).section(u':', 0, 0), text(exporter.extension) };
}

ExportForm pdfForm()
{
    return { QStringLiteral("pdf"), tr("PDF document"), QStringLiteral("pdf") };
}

std::optional<ExportTarget> askForExport(
    const QString& title, const QString& baseName, const QList<ExportForm>& forms, QWidget* parent)
{
    QStringList filters;
    for (const auto& form : forms)
        filters << QStringLiteral("%1 (*.%2)").arg(form.description, form.extension);
    QFileDialog dialog(parent, title, settings::value(exportFolderKey));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    QString offered;
    const auto offer = [&](const QString& filter) {
        const auto extension = forms[std::max<qsizetype>(0, filters.indexOf(filter))].extension;
        // The suffix is appended before the dialog asks whether to overwrite a file. A name that
        // the user typed is kept.
        dialog.setDefaultSuffix(extension);
        const auto name = QFileInfo(dialog.selectedFiles().value(0)).fileName();
        if (offered.isEmpty() || name == offered) {
            offered = baseName + u'.' + extension;
            dialog.selectFile(offered);
        }
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, offer);
    offer(filters.first());
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return std::nullopt;
    const auto path = dialog.selectedFiles().first();
    settings::setValue(exportFolderKey, QFileInfo(path).absolutePath());
    return ExportTarget { path,
        forms[std::max<qsizetype>(0, filters.indexOf(dialog.selectedNameFilter()))].id };
}

} // namespace ui
