#pragma once

#include "model/edit/id_map.h"
#include "ui/document/selection.h"
#include "ui/notes/note_store.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace ui {

class Document;
class JobRunner;
class ModelNames;

/// The notes and marks of one document. They are loaded when the file's hash is known; notes
/// written before that are merged with them. While the model has edits that are not saved, notes
/// move with their items. The file of notes is about the file of the model, so it keeps the ids of
/// that one, and notes on what an edit added are kept once the model is saved.
class Notes : public QObject {
    Q_OBJECT

public:
    /// Those of a document, made at the first call: all its views have the same.
    static Notes* of(Document* document, JobRunner& jobs);

    const QList<Note>& all() const { return m_notes; }
    /// Null if the item has no note.
    const Note* find(const SelectedItem& item) const;
    /// The name that a note on this item would get; empty if it cannot have one.
    QString labelOf(const SelectedItem& item) const;
    /// An empty text removes the note.
    void setText(const SelectedItem& item, const QString& text);
    void setMarked(const SelectedItem& item, bool isMarked);
    /// The item that a note refers to; empty if the model does not have it.
    std::optional<SelectedItem> itemOf(const Note& note) const;
    /// Undoes a change: replaces all notes by earlier ones.
    void restore(QList<Note> notes);
    bool isLoaded() const { return !m_hash.isEmpty(); }

signals:
    void changed();
    /// Emitted after changed(), for edits by the user only, not when notes were loaded.
    void edited(const QList<Note>& before);
    void failed(const QString& message);

private:
    Notes(Document* document, JobRunner& jobs);

    struct Target {
        Note::Kind kind;
        quint64 id;
        QString label;
    };
    std::optional<Target> targetOf(const SelectedItem& item) const;
    void change(const SelectedItem& item, const std::function<void(Note&)>& edit);
    void load();
    void findHash(const std::function<void(const QString&)>& found);
    void take(const QString& hash);
    void save();
    void followEdit(const ModelNames& names);
    /// The shown model is that of the file again.
    void endEdits();
    QList<Note> notesOfFile() const;

    Document* m_document;
    JobRunner& m_jobs;
    QList<Note> m_notes;
    QString m_hash; ///< of the file; empty until it is known
    std::shared_ptr<const model::edit::IdMap>
        m_ids; ///< of the file in the shown model; null: equal
    QList<Note> m_hidden; ///< on items that edits removed, by the ids of the file
    bool m_isEdit = false; ///< the next change of the model is an edit
};

} // namespace ui
