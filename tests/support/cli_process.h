#pragma once

#include "tests/support/paths.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace testing {

/// The output of opscope-cli and its exit code.
struct CliOutcome {
    int code = -1; ///< -2: it crashed; -1: it did not finish within cliPatienceMs
    QString out;
    QString err;
    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int cliPatienceMs = 900'000;
#else
inline constexpr int cliPatienceMs = 120'000;
#endif

/// Runs the opscope-cli of this build, in `folder` if it is not empty.
inline CliOutcome cli(const QStringList& arguments, const QString& folder = {})
{
    QProcess process;
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QString::fromStdString(cliProgram().string()), arguments);
    if (!process.waitForFinished(cliPatienceMs))
        return { -1, {}, process.errorString() };
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
        QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError()) };
}

inline QString sample(const char* name)
{
    return QString::fromStdString((sourceDir() / "resources/samples" / name).string());
}
inline QString sampleModel(const char* name) { return sample(name) + "/model.onnx"; }
inline QString testFile(const char* name)
{
    return QString::fromStdString((sourceDir() / "tests/data" / name).string());
}

} // namespace testing
