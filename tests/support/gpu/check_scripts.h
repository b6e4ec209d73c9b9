#pragma once

#include "tests/support/paths.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

/// Runs the scripts of tests/gpu as programs.
namespace testing {

struct Ended {
    int code = -1;
    QString out;
    QString err;
};

inline Ended runProgram(const QString& program, const QStringList& arguments,
    const QMap<QString, QString>& variables = {}, int milliseconds = 240'000)
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        environment.insert(variable.key(), variable.value());
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(milliseconds))
        return { -1, {}, process.errorString() };
    return { process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError()) };
}

inline QString script(const char* name)
{
    return QString::fromStdString((sourceDir() / "tests/gpu" / name).string());
}

inline void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s", qPrintable(file.errorString()));
}

/// Output files of a stage by name: `NAME.out`, `NAME.rc`, ...
using Files = QMap<QString, QByteArray>;

/// Runs the judgement of check_report.py on the files of a stage. Returns its rows, such as `passed
/// device; failed cuDNN: not found`.
inline QString judged(const QString& stage, const Files& files)
{
    QTemporaryDir folder;
    for (auto file = files.begin(); file != files.end(); ++file)
        write(folder.filePath(file.key()), file.value());
    const auto ended
        = runProgram("python3", { script("check_report.py"), "judge", stage, folder.path() });
    if (ended.code != 0)
        return "the script failed: " + ended.err;
    QStringList words;
    for (const auto& line : ended.out.split('\n', Qt::SkipEmptyParts)) {
        const auto row = QJsonDocument::fromJson(line.toUtf8()).object();
        if (row["stage"].toString() != stage)
            return "a row of another stage: " + line;
        const auto message = row["message"].toString();
        const bool isTold = row["outcome"].toString() != "passed" && !message.isEmpty();
        words << row["outcome"].toString() + ' ' + row["name"].toString()
                + (isTold ? ": " + message : "");
    }
    return words.join("; ");
}

} // namespace testing
