#pragma once

#include <QApplication>
#include <QProcess>
#include <QTest>

#include <initializer_list>

/// The pixel ratio of this process, for tests that main() starts once for each ratio.
inline constexpr auto scaleVariable = "OPSCOPE_TEST_SCALE";

/// Runs a test class at each pixel ratio. Qt reads the ratio when a program starts, so each ratio
/// gets a process. Returns the number of processes that failed.
template <typename Test>
int runAtScales(int argc, char** argv, std::initializer_list<const char*> scales,
    int patience = 240'000, ///< in ms; -1: no limit
    const QStringList& environment = {})
{
    if (qEnvironmentVariableIsSet(scaleVariable)) {
        QApplication app(argc, argv);
        Test test;
        return QTest::qExec(&test, argc, argv);
    }
    QCoreApplication app(argc, argv);
    int failed = 0;
    for (const auto* scale : scales) {
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedChannels);
        child.setEnvironment(QProcess::systemEnvironment() + environment
            + QStringList { QStringLiteral("%1=%2").arg(scaleVariable, scale),
                QStringLiteral("QT_SCALE_FACTOR=%1").arg(scale) });
        child.start(QCoreApplication::applicationFilePath(), app.arguments().mid(1));
        failed += !child.waitForFinished(patience) || child.exitStatus() != QProcess::NormalExit
            || child.exitCode() != 0;
    }
    return failed;
}
