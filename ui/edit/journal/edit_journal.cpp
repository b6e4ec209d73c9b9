#include "ui/edit/journal/edit_journal.h"

#include "model/support/atomic_file.h"
#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "ui/document/settings.h"
#include "ui/jobs/file_lock.h"
#include "ui/jobs/job_runner.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <mutex>
#include <sys/file.h>
#include <utility>

namespace ui {

using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr auto journalFormat = "opscope-edits";
constexpr int journalVersion = 1;

QString folder() { return settings::folder() + QStringLiteral("/edits"); }
QString besides(const QString& journal, const QString& suffix)
{
    return journal.chopped(QStringLiteral(".json").size()) + suffix;
}

QString newPath()
{
    static int count = 0;
    QString path;
    do
        path = QStringLiteral("%1/%2-%3.json")
                   .arg(folder())
                   .arg(QCoreApplication::applicationPid())
                   .arg(++count);
    while (QFileInfo::exists(path));
    return path;
}

std::string quotedFile(const QString& path)
{
    return support::jsonLine([&](JsonWriter& json) { json.member("file", path.toStdString()); });
}

/// `"file":"/data/w.npy"`, as textOf() writes it.
std::string fileMember(const QString& path)
{
    const auto object = quotedFile(path);
    return object.substr(1, object.size() - 2);
}

void replaceAll(std::string& text, const std::string& what, const std::string& with)
{
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

/// Leaves no part of a copy, also if this program is killed.
Result<void> copyFile(const std::string& from, const std::string& to)
{
    const auto source = TRY(support::MappedFile::open(from));
    auto copy = TRY(support::AtomicFile::create(to));
    TRY(copy.write(source->bytes()));
    return copy.commit();
}

/// Copies the files of the steps beside the journal, and names the copies in the scripts: the
/// originals may be gone at the next start.
Result<void> keepFiles(const QString& journal, std::vector<ScriptedStep>& steps)
{
    QStringList known;
    for (auto& step : steps) {
        for (const auto& file : step.files) {
            if (!known.contains(file))
                known += file;
            const auto copy = besides(journal,
                QStringLiteral("-%1-%2")
                    .arg(known.indexOf(file))
                    .arg(QFileInfo(file).fileName().right(80)));
            if (!QFileInfo::exists(copy))
                TRY(copyFile(file.toStdString(), copy.toStdString()));
            replaceAll(step.script, fileMember(file), fileMember(copy));
        }
    }
    return {};
}

std::string journalText(const FileFacts& file, const std::vector<ScriptedStep>& steps)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "format", journalFormat }, { "version", journalVersion },
            { "model", file.path.toStdString() }, { "bytes", file.bytes },
            { "writtenMs", file.writtenMs } });
        json.key("steps").beginArray();
        for (const auto& step : steps)
            json.object({ { "text", step.text.toStdString() }, { "script", step.script } });
        json.endArray();
    });
}

LeftEdits readJournal(const QString& path)
{
    LeftEdits left;
    left.journal = path;
    left.at = QFileInfo(path).lastModified();
    const auto file = support::MappedFile::open(path.toStdString());
    if (!file)
        return left;
    const auto bytes = (*file)->bytes();
    const auto json
        = support::parseJson({ reinterpret_cast<const char*>(bytes.data()), bytes.size() });
    if (!json || (*json)["format"].stringOr("") != journalFormat
        || (*json)["version"].integerOr(0) != journalVersion)
        return left;
    left.model = QString::fromStdString((*json)["model"].stringOr(""));
    for (const auto& step : (*json)["steps"].items())
        left.steps.push_back(
            { QString::fromStdString(step["text"].stringOr("")), step["script"].stringOr(""), {} });
    const auto now = FileFacts::of(left.model);
    const FileFacts then { left.model, (*json)["bytes"].integerOr(-1),
        (*json)["writtenMs"].integerOr(-1) };
    if (!QFileInfo::exists(left.model))
        left.problem = EditJournal::tr("its file does not exist any more");
    else if (now != then)
        left.problem = EditJournal::tr("its file has changed since");
    return left;
}

void removeFiles(const QString& journal)
{
    const QFileInfo file(journal);
    const auto own = file.completeBaseName();
    for (const auto& name : file.dir().entryList(
             { own + QStringLiteral("-*"), own + QStringLiteral(".*") }, QDir::Files))
        QFile::remove(file.dir().filePath(name));
}

} // namespace

struct EditJournal::Place {
    QString path;
    FileLock lock;
    std::mutex mutex; ///< guards the other members and the files
    quint64 written = 0; ///< number of the note that was written last
    bool isGone = false; ///< nothing may be written any more

    explicit Place(QString file)
        : path(std::move(file))
        , lock(FileLock::take(
              besides(path, QStringLiteral(".lock")), O_RDWR | O_CREAT, LOCK_EX | LOCK_NB))
    {
    }
    void remove()
    {
        const std::scoped_lock guard(mutex);
        isGone = true;
        removeFiles(path);
        lock = FileLock();
    }
    Result<void> write(quint64 number, const FileFacts& file, std::vector<ScriptedStep> steps)
    {
        const std::scoped_lock guard(mutex);
        if (isGone || number < written)
            return {};
        TRY(keepFiles(path, steps));
        TRY(support::writeFile(path.toStdString(), journalText(file, steps)));
        written = number;
        return {};
    }
};

FileFacts FileFacts::of(const QString& path)
{
    const QFileInfo file(path);
    return { path, file.size(), file.lastModified().toMSecsSinceEpoch() };
}

EditJournal::EditJournal(JobRunner& jobs)
    : m_jobs(jobs)
{
}

EditJournal::~EditJournal()
{
    if (!m_isKept) {
        forget();
        return;
    }
    m_jobs.cancelAll(this); // it may not have started
    if (m_place != nullptr)
        (void)m_place->write(m_notes, m_file, m_steps); // nobody is left to tell about a failure
}

void EditJournal::note(const FileFacts& file, std::vector<ScriptedStep> steps)
{
    if (steps.empty())
        return forget();
    if (m_place == nullptr) {
        QDir().mkpath(folder());
        m_place = std::make_shared<Place>(newPath());
    }
    m_file = file;
    m_steps = steps;
    m_jobs.start<void>(
        this, QStringLiteral("journal"), tr("Noting edits"),
        [place = m_place, number = ++m_notes, file, steps = std::move(steps)](std::stop_token,
            const support::Progress&) { return place->write(number, file, steps); },
        [this](const Result<void>& written) {
            if (!written && written.error().kind() != ErrorKind::Cancelled)
                emit failed(QString::fromStdString(written.error().message()));
        });
}

void EditJournal::forget()
{
    m_jobs.cancelAll(this);
    if (auto place = std::exchange(m_place, nullptr))
        place->remove();
}

std::vector<LeftEdits> EditJournal::left()
{
    std::vector<LeftEdits> found;
    const QDir journals(folder());
    for (const auto& name : journals.entryList({ QStringLiteral("*.lock") }, QDir::Files)) {
        const auto journal = journals.filePath(name.chopped(5) + QStringLiteral(".json"));
        const auto lock = FileLock::take(journals.filePath(name), O_RDWR, LOCK_EX | LOCK_NB);
        if (lock.isHeld() && !QFileInfo::exists(journal))
            removeFiles(journal); // of a process that was killed before it wrote the journal
    }
    for (const auto& name : journals.entryList(
             { QStringLiteral("*.json") }, QDir::Files, QDir::Time | QDir::Reversed)) {
        const auto path = journals.filePath(name);
        const auto lock = FileLock::take(
            besides(path, QStringLiteral(".lock")), O_RDWR | O_CREAT, LOCK_EX | LOCK_NB);
        if (!lock.isHeld())
            continue; // its process runs
        auto left = readJournal(path);
        if (!left.steps.empty())
            found.push_back(std::move(left));
    }
    return found;
}

Result<void> EditJournal::remove(const LeftEdits& edits)
{
    removeFiles(edits.journal);
    if (QFileInfo::exists(edits.journal))
        return failAs(ErrorKind::File, "cannot remove ", edits.journal.toStdString());
    return {};
}

} // namespace ui
