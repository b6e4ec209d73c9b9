#pragma once

#include <QTabWidget>

namespace ui {

/// A group of tabs of a window.
class TabGroup : public QTabWidget {
    Q_OBJECT

public:
    explicit TabGroup(QWidget* parent = nullptr);

    /// True if docks and actions follow this group.
    bool isActive() const { return m_isActive; }
    /// `isOnly`: there is no other group. Then nothing marks the active one.
    void setActive(bool isActive, bool isOnly);

signals:
    void tabsChanged(); ///< a tab was inserted, removed or moved
    void tabPressed(int index); ///< -1: beside the tabs
    void menuRequested(int index, const QPoint& globalPosition); ///< -1: beside the tabs

protected:
    void tabInserted(int index) override;
    void tabRemoved(int index) override;

private:
    bool m_isActive = true;
};

/// True if actions apply to this view: it is visible, and not in a group of tabs that is not the
/// active one.
bool isInActiveTab(const QWidget& view);

} // namespace ui
