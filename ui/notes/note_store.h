#pragma once

#include "model/support/result.h"

#include <QList>
#include <QString>

namespace ui {

/// What a person wrote beside a node, a value or a group of a model, or that it is marked.
struct Note {
    enum class Kind { Node, Value, Group };
    Kind kind = Kind::Node;
    quint64 id = 0; ///< NodeId, ValueId, or the group's key
    QString label; ///< what it was called, for lists
    QString text; ///< may be empty if it is only marked
    bool isMarked = false;

    bool isOf(Kind wanted, quint64 wantedId) const { return kind == wanted && id == wantedId; }
    bool operator==(const Note&) const = default;
};

/// Notes lie beside the settings, one file per model content: a copy of the file has the same
/// notes, a changed file has its own, and ids never point at other nodes.
QString noteFile(const QString& contentHash);
/// Empty if there is no file; fails with what is wrong if there is one that cannot be read.
support::Result<QList<Note>> loadNotes(const QString& contentHash);
/// Replaces the file as a whole, or takes it away if nothing is left.
support::Result<void> saveNotes(const QString& contentHash, const QList<Note>& notes);

} // namespace ui
