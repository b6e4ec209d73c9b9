#pragma once

#include "ui/document/selection.h"
#include "ui/notes/note_store.h"

#include <QObject>

#include <functional>
#include <optional>

namespace ui {

class Document;
class JobRunner;

/// The notes and marks of one document. They appear when the file's hash is known; what was
/// written before that is joined with them.
class Notes : public QObject {
    Q_OBJECT

public:
    Notes(Document* document, JobRunner& jobs, QObject* parent = nullptr);

    const QList<Note>& all() const { return m_notes; }
    /// Null if there is none about this item.
    const Note* find(const SelectedItem& item) const;
    /// What a note on this item would be on; empty if none can be.
    QString labelOf(const SelectedItem& item) const;
    /// An empty text takes the note away.
    void setText(const SelectedItem& item, const QString& text);
    void setMarked(const SelectedItem& item, bool isMarked);
    /// The item of the document that a note is about; nothing if it is not there (any more).
    std::optional<SelectedItem> itemOf(const Note& note) const;
    /// Takes a change back: as they were before it.
    void restore(QList<Note> notes);
    bool isLoaded() const { return !m_hash.isEmpty(); }

signals:
    void changed();
    /// By the user, not by what the file's hash brought; after changed().
    void edited(const QList<Note>& before);
    void failed(const QString& message);

private:
    struct Target {
        Note::Kind kind;
        quint64 id;
        QString label;
    };
    std::optional<Target> targetOf(const SelectedItem& item) const;
    void change(const SelectedItem& item, const std::function<void(Note&)>& edit);
    void load();
    void take(const QString& hash);
    void save();

    Document* m_document;
    JobRunner& m_jobs;
    QList<Note> m_notes;
    QString m_hash; ///< of the file; empty until it is known
};

} // namespace ui
