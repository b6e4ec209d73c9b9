#include "ui/run/recoverable_recordings.h"

#include "profiler/file/part_file.h"
#include "profiler/file/profile_file.h"
#include "profiler/statistics/statistics.h"
#include "profiler/sweep/sweep.h"
#include "profiler/tables/metadata.h"
#include "ui/document/time_marks.h"
#include "ui/run/session_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>

namespace ui {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

const QString partEnd = QStringLiteral(".part");
const QStringList recordingNames { QStringLiteral("*.opscope"), QStringLiteral("*.opscope.part"),
    QStringLiteral("sweep-*.json") };

bool isBeingWritten(const QString& file)
{
    return profiler::file::isBeingWritten(file.toStdString());
}

std::optional<RecoverableRecording> recordingIn(const QString& file, std::stop_token stop)
{
    const auto profile = profiler::readProfileFile(
        file.toStdString(), profiler::FileTail::Recover, std::move(stop));
    if (!profile)
        return std::nullopt;
    RecoverableRecording left;
    left.file = file;
    left.model = QString::fromStdString((*profile)->metadata.text(profiler::keys::modelName));
    left.runs = keptRuns(**profile);
    left.when = QFileInfo(file).lastModified();
    return left.runs > 0 ? std::optional(left) : std::nullopt;
}

std::optional<RecoverableRecording> sweepIn(const QString& path)
{
    QFile file(path);
    const auto sweep = file.open(QIODevice::ReadOnly)
        ? profiler::readSweepJson(file.readAll().toStdString())
        : failAs(ErrorKind::File, "it cannot be opened");
    if (!sweep || sweep->points.empty())
        return std::nullopt;
    RecoverableRecording left;
    left.file = path;
    left.runs = static_cast<int>(sweep->points.size());
    left.when = QFileInfo(path).lastModified();
    left.isSweep = true;
    return left;
}

void addSession(
    std::vector<RecoverableRecording>& found, const QString& folder, const std::stop_token& stop)
{
    const auto files = QDir(folder).entryInfoList(recordingNames, QDir::Files);
    const bool isAlive = std::ranges::any_of(
        files, [](const QFileInfo& file) { return isBeingWritten(file.absoluteFilePath()); });
    if (isAlive || stop.stop_requested())
        return;
    const auto before = found.size();
    for (const auto& file : files) {
        auto left = file.suffix() == QStringLiteral("json")
            ? sweepIn(file.absoluteFilePath())
            : recordingIn(file.absoluteFilePath(), stop);
        if (!left)
            continue;
        left->isOfSession = true;
        left->modelPath = SessionFolder::notedModel(left->file);
        if (left->model.isEmpty())
            left->model = QFileInfo(left->modelPath).fileName();
        found.push_back(*std::move(left));
    }
    if (found.size() == before && !stop.stop_requested())
        SessionFolder::Claim(folder).remove();
}

/// The profile's path for a part: `run.opscope.part` -> `run.opscope`, or `run-restored.opscope` if
/// that file exists.
QString targetBeside(const QString& part)
{
    const auto wanted = part.endsWith(partEnd) ? part.chopped(partEnd.size()) : part;
    const QFileInfo facts(wanted);
    auto target = wanted;
    for (int i = 1; QFileInfo::exists(target); ++i)
        target = facts.absolutePath() + u'/' + facts.completeBaseName()
            + QStringLiteral("-restored%1.opscope").arg(i == 1 ? QString() : QString::number(i));
    return target;
}

Result<void> checkLeft(const RecoverableRecording& left)
{
    if (!QFileInfo::exists(left.file))
        return failAs(ErrorKind::File, left.file.toStdString(),
            " is gone: another window has restored or discarded it");
    if (isBeingWritten(left.file))
        return failAs(ErrorKind::File, left.file.toStdString(), " is being written by a program");
    return {};
}

/// Removes a recording. A session folder is removed with its last recording.
void removeFile(const RecoverableRecording& left)
{
    QFile::remove(left.file);
    if (!left.isOfSession)
        return;
    SessionFolder::removeNotes(left.file);
    const QFileInfo facts(left.file);
    if (facts.dir().entryList(recordingNames, QDir::Files).isEmpty())
        SessionFolder::Claim(facts.absolutePath()).remove();
}

} // namespace

int keptRuns(const profiler::Profile& profile)
{
    const auto recorded = profiler::recordedRuns(profile).size();
    const auto warmUps = profiler::runsOf(profile, profiler::Side::WarmUp).size();
    return static_cast<int>(recorded > 0 ? recorded : profile.runs.size() - warmUps);
}

std::vector<RecoverableRecording> findLeftRecordings(
    const QStringList& folders, std::stop_token stop)
{
    std::vector<RecoverableRecording> found;
    for (const auto& folder : SessionFolder::left())
        addSession(found, folder, stop);
    for (const auto& folder : folders)
        for (const auto& file : QDir(folder).entryInfoList(
                 { QStringLiteral("*.opscope.part") }, QDir::Files | QDir::NoSymLinks)) {
            if (stop.stop_requested())
                return found;
            if (isBeingWritten(file.absoluteFilePath()))
                continue;
            if (auto left = recordingIn(file.absoluteFilePath(), stop))
                found.push_back(*std::move(left));
        }
    std::ranges::stable_sort(found, std::greater<>(), &RecoverableRecording::when);
    return found;
}

Result<QString> restoreRecording(
    const RecoverableRecording& left, const QString& target, std::stop_token stop)
{
    TRY(checkLeft(left));
    const auto profile = TRY(
        profiler::readProfileFile(left.file.toStdString(), profiler::FileTail::Recover, stop));
    const auto path = left.isOfSession ? target : targetBeside(left.file);
    TRY(profiler::writeProfileFile(path.toStdString(), *profile, {}, std::move(stop)));
    if (left.isOfSession) {
        SessionFolder::noteModel(path, left.modelPath);
        SessionFolder::noteName(path, SessionFolder::notedName(left.file));
    }
    saveMarks(path, loadMarks(left.file));
    saveMarks(left.file, {});
    removeFile(left);
    return path;
}

Result<void> discardRecording(const RecoverableRecording& left)
{
    TRY(checkLeft(left));
    removeFile(left);
    if (QFileInfo::exists(left.file))
        return failAs(ErrorKind::File, "cannot remove ", left.file.toStdString());
    return {};
}

} // namespace ui
