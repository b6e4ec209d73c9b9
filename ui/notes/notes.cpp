#include "ui/notes/notes.h"

#include "model/support/hash.h"
#include "ui/document/document.h"
#include "ui/document/model_names.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype longestLabel = 160;

/// Moves a note to the id of its item after an edit. Returns false if the edit removed the item.
bool move(Note& note, const model::edit::IdMap& ids)
{
    const auto follow = [&](auto id) {
        const auto now = ids.of(id);
        note.id = now.isValid() ? now.value() : note.id;
        return now.isValid();
    };
    switch (note.kind) {
    case Note::Kind::Node:
        return follow(model::NodeId(static_cast<std::uint32_t>(note.id)));
    case Note::Kind::Value:
        return follow(model::ValueId(static_cast<std::uint32_t>(note.id)));
    case Note::Kind::Group:
        return true; // by its path
    }
    return false;
}

} // namespace

Notes* Notes::of(Document* document, JobRunner& jobs)
{
    auto* known = document->findChild<Notes*>(QString(), Qt::FindDirectChildrenOnly);
    return known != nullptr ? known : new Notes(document, jobs);
}

Notes::Notes(Document* document, JobRunner& jobs)
    : QObject(document)
    , m_document(document)
    , m_jobs(jobs)
{
    connect(document, &Document::idsChanged, this, &Notes::followEdit);
    connect(document, &Document::modelChanged, this, &Notes::load);
    const auto* editor = document->editor();
    connect(editor, &ModelEditor::changed, this, [this, editor] {
        if (!editor->isModified() && !editor->isBusy())
            endEdits();
    });
    connect(editor, &ModelEditor::saved, this, [this] {
        m_ids.reset();
        m_hidden.clear();
        m_hash.clear(); // the file has another content
        findHash([this](const QString& hash) {
            m_hash = hash;
            save();
        });
    });
    if (document->model() != nullptr)
        load();
}

void Notes::load()
{
    if (std::exchange(m_isEdit, false)) {
        emit changed();
        return;
    }
    m_hash.clear();
    m_notes.clear();
    m_hidden.clear();
    m_ids.reset();
    emit changed();
    findHash([this](const QString& hash) { take(hash); });
}

void Notes::findHash(const std::function<void(const QString&)>& found)
{
    if (m_document->model()->path.empty())
        return; // no file
    m_jobs.start<std::string>(
        this, QStringLiteral("notes"), tr("Looking for notes"),
        [path = m_document->path().toStdString()](
            std::stop_token stop, const support::Progress& progress) {
            return support::sha256OfFile(path, std::move(stop), progress);
        },
        [found](support::Result<std::string> hash) {
            if (hash)
                found(QString::fromStdString(*hash));
        });
}

void Notes::followEdit(const ModelNames& names)
{
    if (names.ids() == nullptr)
        return;
    m_isEdit = true;
    auto known = notesOfFile();
    m_ids = m_ids == nullptr
        ? names.ids()
        : std::make_shared<const model::edit::IdMap>(model::edit::composed(*m_ids, *names.ids()));
    // Those on what an edit added have no id in the file.
    for (auto& note : std::exchange(m_notes, {}))
        if (move(note, *names.ids()))
            m_notes.append(note);
    m_hidden.clear();
    for (const auto& note : known) {
        auto moved = note;
        if (!move(moved, *m_ids))
            m_hidden.append(note);
    }
}

void Notes::endEdits()
{
    if (m_ids == nullptr)
        return;
    m_notes = notesOfFile();
    m_hidden.clear();
    m_ids.reset();
    save();
    emit changed();
}

QList<Note> Notes::notesOfFile() const
{
    if (m_ids == nullptr)
        return m_notes;
    QList<Note> notes = m_hidden;
    for (auto note : m_notes) {
        const auto idIn = [&](const auto& ids) {
            const auto found = std::ranges::find(ids, note.id, [](auto id) { return id.value(); });
            if (found == ids.end())
                return false;
            note.id = static_cast<quint64>(found - ids.begin());
            return true;
        };
        if (note.kind == Note::Kind::Group
            || (note.kind == Note::Kind::Node ? idIn(m_ids->nodes) : idIn(m_ids->values)))
            notes.append(note);
    }
    return notes;
}

void Notes::take(const QString& hash)
{
    m_hash = hash;
    auto kept = loadNotes(hash);
    if (!kept) {
        // A file that cannot be parsed must not be overwritten.
        m_hash.clear();
        emit failed(QString::fromStdString(kept.error().message()));
        return;
    }
    const auto written = std::exchange(m_notes, *std::move(kept));
    for (const auto& note : written) {
        m_notes.removeIf([&](const Note& known) { return known.isOf(note.kind, note.id); });
        m_notes.append(note);
    }
    if (!written.isEmpty())
        save();
    emit changed();
}

void Notes::save()
{
    if (m_hash.isEmpty())
        return;
    const auto saved = saveNotes(m_hash, notesOfFile());
    if (!saved)
        emit failed(QString::fromStdString(saved.error().message()));
}

std::optional<Notes::Target> Notes::targetOf(const SelectedItem& item) const
{
    const auto* model = m_document->model().get();
    if (model == nullptr)
        return std::nullopt;
    if (item.isNode() && item.id < model->nodes.size())
        return Target { Note::Kind::Node, item.id,
            m_document->nodeLabel(model::NodeId(item.id)).left(longestLabel) };
    if (item.isValue() && item.id < model->values.size())
        return Target { Note::Kind::Value, item.id,
            plain(model->values[item.id].name, longestLabel) };
    const auto tree = m_document->groupTree();
    if (item.isGroup() && tree != nullptr && item.id < tree->groups.size())
        return Target { Note::Kind::Group, tree->groups[item.id].key,
            plain(tree->groups[item.id].path, longestLabel) };
    return std::nullopt;
}

std::optional<SelectedItem> Notes::itemOf(const Note& note) const
{
    const auto* model = m_document->model().get();
    if (model == nullptr)
        return std::nullopt;
    const auto id = static_cast<quint32>(note.id);
    if (note.kind == Note::Kind::Node && note.id < model->nodes.size())
        return SelectedItem { SelectedItem::Kind::Node, id };
    if (note.kind == Note::Kind::Value && note.id < model->values.size())
        return SelectedItem { SelectedItem::Kind::Value, id };
    const auto tree = m_document->groupTree();
    if (note.kind != Note::Kind::Group || tree == nullptr)
        return std::nullopt;
    const auto found = std::ranges::find(tree->groups, note.id, &layout::Group::key);
    if (found == tree->groups.end())
        return std::nullopt;
    return SelectedItem { SelectedItem::Kind::Group,
        static_cast<quint32>(found - tree->groups.begin()) };
}

QString Notes::labelOf(const SelectedItem& item) const
{
    const auto target = targetOf(item);
    return target ? target->label : QString();
}

const Note* Notes::find(const SelectedItem& item) const
{
    const auto target = targetOf(item);
    if (!target)
        return nullptr;
    const auto found = std::ranges::find_if(
        m_notes, [&](const Note& note) { return note.isOf(target->kind, target->id); });
    return found == m_notes.end() ? nullptr : &*found;
}

void Notes::change(const SelectedItem& item, const std::function<void(Note&)>& edit)
{
    const auto target = targetOf(item);
    if (!target)
        return;
    const auto before = m_notes;
    auto found = std::ranges::find_if(
        m_notes, [&](const Note& note) { return note.isOf(target->kind, target->id); });
    if (found == m_notes.end())
        found
            = m_notes.insert(m_notes.end(), { target->kind, target->id, target->label, {}, false });
    edit(*found);
    if (found->text.isEmpty() && !found->isMarked)
        m_notes.erase(found);
    save();
    emit changed();
    if (m_notes != before)
        emit edited(before);
}

void Notes::restore(QList<Note> notes)
{
    m_notes = std::move(notes);
    save();
    emit changed();
}

void Notes::setText(const SelectedItem& item, const QString& text)
{
    change(item, [&](Note& note) { note.text = text.trimmed(); });
}

void Notes::setMarked(const SelectedItem& item, bool isMarked)
{
    change(item, [&](Note& note) { note.isMarked = isMarked; });
}

} // namespace ui
