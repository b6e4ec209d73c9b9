#pragma once

#include "model/support/result.h"

#include <QList>
#include <QString>

namespace ui {

/// A note of the user on a node, a value or a group of a model; also the mark on such an item.
struct Note {
    enum class Kind { Node, Value, Group };
    Kind kind = Kind::Node;
    quint64 id = 0; ///< NodeId, ValueId, or the key of the group
    QString label; ///< name of the item, for lists
    QString text; ///< may be empty if the item is only marked
    bool isMarked = false;

    bool isOf(Kind wanted, quint64 wantedId) const { return kind == wanted && id == wantedId; }
    bool operator==(const Note&) const = default;
};

/// The file of the notes for a model content, in the settings folder. Copies of a model share their
/// notes; a changed model has its own, so ids cannot refer to other nodes.
QString noteFile(const QString& contentHash);
/// Empty if there is no file. Fails with the reason if the file cannot be read.
support::Result<QList<Note>> loadNotes(const QString& contentHash);
/// Replaces the file atomically, or removes it if there are no notes.
support::Result<void> saveNotes(const QString& contentHash, const QList<Note>& notes);

} // namespace ui
