#pragma once

#include <QString>
#include <QStringList>

#include <optional>

class QWidget;

namespace profiler {
struct Exporter;
}

namespace ui {

/// Where a profile shall be written, and in which form.
struct ExportTarget {
    QString path;
    const profiler::Exporter* exporter = nullptr;
};

/// Asks for a file of one of these forms (names of profiler::Exporter); `baseName` is offered as
/// its name. Nothing if the user gave up.
std::optional<ExportTarget> askForExport(
    const QString& title, const QString& baseName, const QStringList& forms, QWidget* parent);

} // namespace ui
