#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

namespace ui {

struct ActionSpec;

/// The keys of every action: those it ships with, or the user's own. One per process; the windows
/// follow its changes. Own keys lie in the settings as `keys/<action>`; what is written there by
/// hand and is no key counts as none.
class Shortcuts : public QObject {
    Q_OBJECT

public:
    static Shortcuts& instance();

    static QList<QKeySequence> shippedKeysOf(const ActionSpec& spec);
    QList<QKeySequence> keysOf(const ActionSpec& spec) const;
    bool isOwn(const ActionSpec& spec) const;

    /// Whether a key may be given to an action, and whose it is now.
    struct Claim {
        QString refusal; ///< why it cannot be given at all; empty if it can
        QList<const ActionSpec*> holders; ///< actions that would lose a key
    };
    Claim claimOf(const ActionSpec& spec, const QKeySequence& key) const;

    /// Instead of all keys of the action; an empty one leaves it without. Others lose what is the
    /// same as `key`, begins with it or is its beginning. Nothing happens if `claimOf` refuses.
    void assign(const ActionSpec& spec, const QKeySequence& key);
    /// As shipped. An own key of another action that is the same stays with it: the action then has
    /// the rest of its keys.
    void reset(const ActionSpec& spec);
    void resetAll();

signals:
    void changed();

private:
    Shortcuts() = default;
    void store(const ActionSpec& spec, const QList<QKeySequence>& keys);
};

} // namespace ui
