#pragma once

#include "tests/support/paths.h"

#include <QByteArray>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace testing {

/// What became of a program that was to be killed.
struct KilledOutcome {
    bool isKilled = false; ///< by SIGKILL
    int code = -1; ///< exit code, if it ended by itself
    QByteArray out;
    QByteArray err;
    int changes = 0; ///< changes of files; only if it ended by itself
};

/// For a long run by hand: true if tests that choose some of the changes shall try all.
inline bool triesEachChange() { return qEnvironmentVariableIsSet("OPSCOPE_TEST_EACH_CHANGE"); }

/// Runs a program that dies at its `at`-th change of a file below `folder`, which is its working
/// directory (kill_at_change.cpp). 0: it runs to its end, and the changes are counted.
inline KilledOutcome runKilledAt(int at, const QString& program, const QStringList& arguments,
    const QString& folder, const QStringList& variables = {})
{
    constexpr int patienceMs = 300'000;
    const auto library = buildDir() / "tests/kill/kill_at_change.so";
    const auto counted = folder + QStringLiteral(".changes");
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LD_PRELOAD"), QString::fromStdString(library.string()));
    environment.insert(QStringLiteral("OPSCOPE_TEST_KILL_FOLDER"), folder);
    environment.insert(QStringLiteral("OPSCOPE_TEST_KILL_AT"), QString::number(at));
    environment.insert(QStringLiteral("OPSCOPE_TEST_KILL_COUNT"), counted);
    for (const auto& variable : variables)
        environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(patienceMs))
        return { false, -1, {}, process.errorString().toUtf8(), 0 };
    KilledOutcome outcome { process.exitStatus() == QProcess::CrashExit && process.exitCode() == 9,
        process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError(), 0 };
    QFile file(counted);
    if (file.open(QIODevice::ReadOnly))
        outcome.changes = file.readAll().toInt();
    file.remove();
    return outcome;
}

} // namespace testing
