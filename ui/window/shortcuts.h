#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

namespace ui {

struct ActionSpec;

/// The keys of all actions: the default ones, or the user's own. One object per process; windows
/// follow its changes. The user's keys are stored in the settings as `keys/<action>`; entries that
/// are not valid keys are ignored.
class Shortcuts : public QObject {
    Q_OBJECT

public:
    static Shortcuts& instance();

    static QList<QKeySequence> shippedKeysOf(const ActionSpec& spec);
    QList<QKeySequence> keysOf(const ActionSpec& spec) const;
    bool isOwn(const ActionSpec& spec) const;

    /// Result of asking for a key: whether the action may have it, and which actions use it now.
    struct Claim {
        QString refusal; ///< why the key is not allowed; empty if it is
        QList<const ActionSpec*> holders; ///< actions that would lose a key
    };
    Claim checkKey(const ActionSpec& spec, const QKeySequence& key) const;

    /// Replaces all keys of the action by `key`; an empty key removes them. Other actions lose keys
    /// that equal `key`, begin with it or are its beginning. Does nothing if `checkKey` refuses the
    /// key.
    void assign(const ActionSpec& spec, const QKeySequence& key);
    /// Restores the default keys. A default key that the user gave to another action stays there.
    void reset(const ActionSpec& spec);
    void resetAll();

signals:
    void changed();

private:
    Shortcuts() = default;
    void store(const ActionSpec& spec, const QList<QKeySequence>& keys);
};

} // namespace ui
