#pragma once

#include "ui/document/settings.h"
#include "ui/window/panel.h"

#include <QScrollArea>

class QBoxLayout;

namespace ui {

/// Shown while no document is open: drop zone, recent files, samples, keys, privacy (ux.md 2.2).
class WelcomePage : public QScrollArea {
    Q_OBJECT

public:
    explicit WelcomePage(Context& context, QWidget* parent = nullptr);
    /// Lists recent files and samples anew.
    void rebuild();

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void openRequested(const QString& path);

private:
    QWidget* dropZone();
    QWidget* recentFiles();
    QWidget* recentRow(const settings::RecentFile& file);
    /// Asks where a file that moved is now.
    void locate(const QString& path);
    QWidget* samples();
    QWidget* keys();
    QWidget* privacy();

    Context& m_context;
    QBoxLayout* m_columns = nullptr; ///< beside each other where both have room
};

/// Folder of the bundled samples: beside the program, where the build or the installation put it;
/// empty if it is not there.
QString samplesFolder();

} // namespace ui
