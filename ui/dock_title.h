#pragma once

#include <QWidget>

class QDockWidget;
class QLabel;

namespace ui {

/// Title bar of a dock: its name, the tools of its panel, and a button that closes it. Of a dock
/// among tabs only the tools stay, because the tab already says the name.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    /// `tools` may be null; the title takes it over.
    DockTitle(QDockWidget* dock, QWidget* tools);

    /// Looks again whether the dock is among tabs.
    void refresh();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    bool isAmongTabs() const;

    QDockWidget* m_dock;
    QLabel* m_text;
    QWidget* m_tools;
    QWidget* m_close;
    bool m_isShort = false; ///< without the name
};

} // namespace ui
