#pragma once

#include "ui/document/connections.h"
#include "ui/window/panels.h"

#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <array>
#include <vector>

class QAction;
class QDockWidget;
class QMainWindow;

namespace ui {

class Document;
class DockTitle;
class StatusJobs;

/// The docks of a window with their panels: which are shown where, layouts, storing.
class Docks : public QObject {
    Q_OBJECT

public:
    Docks(QMainWindow& window, Context& context, StatusJobs& status);

    /// Sets the document that all panels show; may be null.
    void setDocument(Document* document);

    QList<QDockWidget*> all() const;
    QList<Panel*> panels() const;
    /// The panel of this type.
    template <typename T>
    T* panel() const
    {
        for (const auto& dock : m_docks) {
            if (auto* found = qobject_cast<T*>(dock.panel))
                return found;
        }
        return nullptr;
    }
    /// Shows a panel in front and gives it the focus.
    void show(const Panel& panel);
    template <typename T>
    void show()
    {
        show(*panel<T>());
    }
    /// Actions that show one panel each, for the command palette.
    QList<QAction*> showActions();

    enum class Kept { None, Left };
    /// Hides the docks, or all but those at the left.
    void hide(Kept kept = Kept::None);
    /// Shows the docks as they were before hide(), as stored, or in the chosen layout. A hidden
    /// window does that when windowShown() is called.
    void restore();
    void windowShown();
    void store();

signals:
    void restored();

private:
    struct Dock {
        const PanelSpec* spec;
        QDockWidget* widget;
        Panel* panel;
        DockTitle* title;
    };
    using FirstOfArea = std::array<QDockWidget*, PanelSpec::areaCount>;

    void addDock(const PanelSpec& spec);
    void connectTitle(const Dock& dock);
    /// Puts a dock at its default place.
    void place(const Dock& dock, FirstOfArea& firstOf);
    void buildMenu();
    void connectLayoutActions();
    template <typename T>
    QDockWidget* dockOf() const
    {
        return dockOf(*panel<T>());
    }
    QDockWidget* dockOf(const Panel& panel) const;
    /// Shows all panels of an area as tabs. Does nothing if one of them is shown already.
    void showArea(PanelSpec::Area area);
    /// Shows the panels of a layout (`explore`, `profile`, `numbers`) at their usual sizes.
    void arrange(const QString& layout);
    void setSizes();
    /// The user's own layout, stored per set-up of screens.
    void saveOwnLayout();
    void restoreOwnLayout();
    void resetLayout();
    void refreshLayoutActions();
    bool restoreState(const QByteArray& state);
    bool restoreStored();
    /// Shows timeline and operators at the first run of a document, unless the user chose a layout.
    void showProfileOnce();
    /// Shows the Problems panel at the first errors of a document.
    void showProblemsOnce();
    bool isFirst(QSet<const QObject*>& documents);

    QMainWindow& m_window;
    Context& m_context;
    StatusJobs& m_status;
    QPointer<Document> m_document;
    Connections m_connections; ///< to m_document
    std::vector<Dock> m_docks; ///< in display order
    QTimer m_titlesSoon;
    QByteArray m_hiddenState; ///< state of the docks before hide()
    bool m_areShown = false;
    bool m_restoresWhenShown = false; ///< docks are restored when the window is shown
    QSet<const QObject*> m_profileShown; ///< documents; see showProfileOnce()
    QSet<const QObject*> m_problemsShown;
};

} // namespace ui
