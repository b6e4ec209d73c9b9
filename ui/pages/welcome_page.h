#pragma once

#include "ui/document/settings.h"
#include "ui/window/panel.h"

#include <QScrollArea>

class QBoxLayout;

namespace ui {

/// The page without an open document: drop zone, recent files, samples, shortcuts, privacy.
class WelcomePage : public QScrollArea {
    Q_OBJECT

public:
    explicit WelcomePage(Context& context, QWidget* parent = nullptr);
    /// Rebuilds the lists of recent files and samples.
    void rebuild();

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void openRequested(const QString& path);

private:
    QWidget* dropZone();
    QWidget* recentFiles();
    QWidget* recentRow(const settings::RecentFile& file);
    /// Asks for the new location of a missing file.
    void locate(const QString& path);
    QWidget* samples();
    QWidget* keys();
    QWidget* privacy();

    Context& m_context;
    QBoxLayout* m_columns = nullptr; ///< horizontal, or vertical in a narrow window
};

/// The folder of the bundled samples next to the program (build or installation); empty if it does
/// not exist.
QString samplesFolder();

} // namespace ui
