#pragma once

#include <QAction>
#include <QHash>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <string_view>

class QMenu;
class QMenuBar;

namespace ui {

/// One command of the program, described once: menus, shortcuts, tool bar and command palette are
/// made from this.
struct ActionSpec {
    const char* id; ///< `file.open`
    const char* menu; ///< `File`, or `View/Theme` for a submenu
    const char* text;
    const char* shortcuts = ""; ///< default keys, separated by `; `; see Shortcuts for the user's
    const char* icon = nullptr; ///< name for icon()
    enum Trait {
        InView = 1, ///< the keys work only in a focused view that has added the action to itself
        Checkable = 2,
        Separated = 4, ///< from the action before it in the menu
    };
    int traits = 0; ///< several of Trait

    bool is(Trait trait) const { return (traits & trait) != 0; }
};

/// All actions, made from the array in actions.cpp.
class ActionTable : public QObject {
    Q_OBJECT

public:
    explicit ActionTable(QWidget* window);

    /// The specifications, in menu order.
    static const QList<ActionSpec>& specs();
    /// Null if the id is unknown.
    static const ActionSpec* spec(std::string_view id);

    QAction* action(QAnyStringView id) const; ///< null if the id is unknown
    QList<QAction*> all() const { return m_actions; } ///< in menu order
    /// Fills the menu bar.
    void build(QMenuBar& bar);
    QMenu* menu(const QString& path) const;
    /// Calls `slot` when the action is triggered, as long as `receiver` lives.
    void on(const char* id, const QObject* receiver, std::function<void()> slot) const;
    /// Disables an action. The tool tip and the command palette show `reason`.
    void disable(QAnyStringView id, const QString& reason);
    void enable(QAnyStringView id);
    /// Disables an action with this reason; enables it if `reason` is empty.
    void enableUnless(QAnyStringView id, const QString& reason);
    QString reason(const QAction* action) const { return m_reasons.value(action); }

private:
    void takeKeys();
    QMenu* menuAt(QMenuBar& bar, const QString& path);

    QWidget* m_window;
    QList<QAction*> m_actions;
    QHash<QString, QAction*> m_byId;
    QHash<QString, QMenu*> m_menus;
    QHash<const QAction*, QString> m_reasons; ///< of the disabled ones
};

/// Title of a menu, translated, with its mnemonic; `path` as in ActionSpec::menu.
QString menuTitle(const QString& path);

/// `Next Difference (F7)`; the text alone if the action has no key.
QString withKeyOf(const QAction& action, const QString& text);
QString withKeyOf(const QAction& action);

} // namespace ui
