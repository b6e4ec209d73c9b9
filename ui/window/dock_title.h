#pragma once

#include <QPointer>
#include <QWidget>

class QDockWidget;
class QLabel;
class QTabBar;

namespace ui {

/// Title bar of a dock: its name, the tools of its panel, and a close button. For a dock among tabs
/// the bar has no height: the tab shows the name, and the tools are at the right end of the tab
/// bar.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    /// `tools` may be null; the title takes ownership.
    DockTitle(QDockWidget* dock, QWidget* tools);

    /// Updates name, tools and height: is the dock among tabs, and is its tab in front?
    void refresh();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The tab bar with the tab of this dock; null if the dock has no tab.
    QTabBar* tabs() const;
    void moveTools(QTabBar* tabs);
    void placeTools();

    QDockWidget* m_dock;
    QLabel* m_text;
    QPointer<QWidget> m_tools;
    QWidget* m_close;
    QPointer<QTabBar> m_tabs; ///< the tab bar that holds the tools
    bool m_isShort = false; ///< the bar has no height
};

} // namespace ui
