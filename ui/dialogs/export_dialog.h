#pragma once

#include <QList>
#include <QString>

#include <optional>
#include <string_view>

class QWidget;

namespace ui {

constexpr auto exportFolderKey = "export/folder"; ///< settings key: the folder of the last export

/// A file format that can be written.
struct ExportForm {
    QString id; ///< `html`; identifies the format in code
    QString description; ///< in the list of file types
    QString extension; ///< without dot
};
/// The format of the profiler::Exporter `name`, which must exist.
ExportForm exporterForm(std::string_view name);
/// The PDF form of the report (report_pdf.h).
ExportForm pdfForm();

/// The chosen file and its format.
struct ExportTarget {
    QString path;
    QString form; ///< ExportForm::id
};

/// Asks for a file in one of these formats, with `baseName` as the suggested name. Empty if the
/// user cancelled.
std::optional<ExportTarget> askForExport(
    const QString& title, const QString& baseName, const QList<ExportForm>& forms, QWidget* parent);

} // namespace ui
