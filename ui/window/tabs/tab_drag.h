#pragma once

#include <QObject>
#include <QPointer>
#include <QRubberBand>

#include <optional>

namespace ui {

class DocumentTabs;
class TabGroup;

/// Lets the mouse drag a tab out of its bar: into the other group of tabs, or to the right half of
/// the only group, which makes a second one. A frame shows where the tab will be. Escape, and the
/// release at another place, leave the tab where it is. Inside its bar QTabBar moves a tab.
class TabDrag : public QObject {
    Q_OBJECT

public:
    explicit TabDrag(DocumentTabs& tabs);
    void watch(TabGroup& group);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Place {
        QPointer<TabGroup> group; ///< null: a new one
        int index = 0;
        QRect frame; ///< in the tabs of the window
    };
    std::optional<Place> placeAt(const QPoint& global) const;
    /// True if the tab has left its bar, which then gets no move.
    bool follow(const QPoint& global);
    void showFrame();
    void end();

    DocumentTabs& m_tabs;
    QPointer<QRubberBand> m_frame; ///< a child of the window, because a splitter shows its children
                                   ///< beside each other; null until it is needed
    QPointer<TabGroup> m_from;
    QPointer<QWidget> m_page; ///< of the tab that is pressed; null: none
    std::optional<Place> m_place;
    bool m_isOut = false;
};

} // namespace ui
