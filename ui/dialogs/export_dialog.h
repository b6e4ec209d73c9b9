#pragma once

#include <QList>
#include <QString>

#include <optional>
#include <string_view>

class QWidget;

namespace ui {

constexpr auto exportFolderKey = "export/folder"; ///< a setting: where files were written last

/// A form in which something can be written.
struct ExportForm {
    QString id; ///< `html`, for who writes it
    QString description; ///< in the box of file types
    QString extension; ///< without dot
};
/// That of a profiler::Exporter; there must be one of this name.
ExportForm exporterForm(std::string_view name);
/// A report on paper: report_pdf.h.
ExportForm pdfForm();

/// Where something shall be written, and in which form.
struct ExportTarget {
    QString path;
    QString form; ///< ExportForm::id
};

/// Asks for a file of one of these forms; `baseName` is offered as its name. Nothing if the user
/// gave up.
std::optional<ExportTarget> askForExport(
    const QString& title, const QString& baseName, const QList<ExportForm>& forms, QWidget* parent);

} // namespace ui
