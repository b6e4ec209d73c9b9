#pragma once

#include <QPointer>
#include <QWidget>

class QDockWidget;
class QLabel;
class QTabBar;

namespace ui {

/// Title bar of a dock: its name, the tools of its panel, and a button that closes it. Of a dock
/// among tabs nothing is left of it: the tab says the name, and the tools stand at the right end of
/// the tabs.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    /// `tools` may be null; the title takes it over.
    DockTitle(QDockWidget* dock, QWidget* tools);

    /// Looks again whether the dock is among tabs, and in front.
    void refresh();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The tabs that this dock is one of; null if it is alone.
    QTabBar* tabs() const;
    void moveTools(QTabBar* tabs);
    void placeTools();

    QDockWidget* m_dock;
    QLabel* m_text;
    QPointer<QWidget> m_tools;
    QWidget* m_close;
    QPointer<QTabBar> m_tabs; ///< that the tools stand in
    bool m_isShort = false; ///< without name and tools
};

} // namespace ui
