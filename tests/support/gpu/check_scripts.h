#pragma once

#include "tests/support/paths.h"

#include <QMap>
#include <QProcess>
#include <QString>
#include <QStringList>

/// The scripts of tests/gpu, as programs.
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

} // namespace testing
