#include "ui/notes/note_store.h"

#include "model/support/atomic_file.h"
#include "ui/document/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int formatVersion = 1;
constexpr qint64 maxBytes = 64 << 20;

struct KindName {
    Note::Kind kind;
    const char* name;
};
constexpr std::array<KindName, 3> kindNames { {
    { Note::Kind::Node, "node" },
    { Note::Kind::Value, "value" },
    { Note::Kind::Group, "group" },
} };

QString nameOf(Note::Kind kind)
{
    const auto* found = std::ranges::find(kindNames, kind, &KindName::kind);
    return QString::fromLatin1(found->name);
}

/// The id is written as a string: JSON numbers cannot represent all 64-bit integers.
QJsonObject toJson(const Note& note)
{
    return { { "kind", nameOf(note.kind) }, { "id", QString::number(note.id) },
        { "label", note.label }, { "text", note.text }, { "marked", note.isMarked } };
}

support::Result<Note> fromJson(const QJsonObject& object)
{
    const auto kind = object["kind"].toString();
    const auto* found = std::ranges::find_if(
        kindNames, [&](const KindName& known) { return kind == QLatin1String(known.name); });
    bool isNumber = false;
    const auto id = object["id"].toString().toULongLong(&isNumber);
    if (found == kindNames.end() || !isNumber)
        return support::Error("a note is about \"" + kind.toStdString() + "\" with id \""
            + object["id"].toString().toStdString()
            + "\", expected node, value or group and a number");
    return Note { found->kind, id, object["label"].toString(), object["text"].toString(),
        object["marked"].toBool() };
}

} // namespace

QString noteFile(const QString& contentHash)
{
    return settings::folder() + QStringLiteral("/notes/") + contentHash + QStringLiteral(".json");
}

support::Result<QList<Note>> loadNotes(const QString& contentHash)
{
    QFile file(noteFile(contentHash));
    if (!file.exists())
        return QList<Note> {};
    const auto wrong = [&](const QString& what) {
        return support::Error((file.fileName() + QStringLiteral(": ") + what).toStdString());
    };
    if (!file.open(QIODevice::ReadOnly))
        return wrong(file.errorString());
    if (file.size() > maxBytes)
        return wrong(QStringLiteral("has %1 bytes, more than notes ever have").arg(file.size()));
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(file.readAll(), &error);
    if (document.isNull())
        return wrong(QStringLiteral("%1 at byte %2").arg(error.errorString()).arg(error.offset));
    const auto version = document.object()["version"].toInt();
    if (version != formatVersion)
        return wrong(QStringLiteral("is of version %1, expected %2; a newer Opscope wrote it")
                         .arg(version)
                         .arg(formatVersion));
    QList<Note> notes;
    for (const auto& entry : document.object()["notes"].toArray()) {
        auto note = fromJson(entry.toObject());
        if (!note)
            return wrong(QString::fromStdString(note.error().message()));
        notes.append(*std::move(note));
    }
    return notes;
}

support::Result<void> saveNotes(const QString& contentHash, const QList<Note>& notes)
{
    const auto path = noteFile(contentHash);
    const auto wrong = [&](const QString& what) {
        return support::Error(
            (QStringLiteral("notes cannot be kept: %1: %2").arg(path, what)).toStdString());
    };
    if (notes.isEmpty()) {
        if (QFile::exists(path) && !QFile::remove(path))
            return wrong(QStringLiteral("cannot be removed"));
        return {};
    }
    if (!QDir().mkpath(QFileInfo(path).path()))
        return wrong(QStringLiteral("the folder cannot be made"));
    QJsonArray entries;
    for (const auto& note : notes)
        entries.append(toJson(note));
    const auto text
        = QJsonDocument(QJsonObject { { "version", formatVersion }, { "notes", entries } })
              .toJson()
              .toStdString();
    return support::writeFile(path.toStdString(), text).within("notes cannot be kept");
}

} // namespace ui
