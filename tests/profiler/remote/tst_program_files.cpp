#include "profiler/remote/program_files.h"
#include "tests/support/paths.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using profiler::DeviceModule;

namespace {

std::vector<std::string> namesOf(const std::vector<profiler::RemoteFile>& files)
{
    std::vector<std::string> names;
    for (const auto& file : files)
        names.push_back(file.name);
    return names;
}

bool write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

} // namespace

class TestProgramFiles : public QObject {
    Q_OBJECT

private slots:
    void versionsAreComparedByTheirNumbers()
    {
        QVERIFY(profiler::isOlder("2.4", "2.36"));
        QVERIFY(profiler::isOlder("2.36", "2.36.1"));
        QVERIFY(profiler::isOlder("", "2.2.5"));
        QVERIFY(!profiler::isOlder("2.36", "2.36"));
        QVERIFY(!profiler::isOlder("3.0", "2.36"));
    }

    void takesTheRunningProgramWithoutTheCLibrary()
    {
        const auto program = profiler::ownProgramFiles(DeviceModule::LeaveOut);
        QVERIFY(program);
        const auto names = namesOf(program->files);
        QCOMPARE(names.front(), std::string("bin/opscope-cli"));
        const auto has = [&](const char* part) {
            return std::ranges::any_of(names,
                [&](const std::string& name) { return name.find(part) != std::string::npos; });
        };
        QVERIFY(has("lib/opscope/libopscope_engine.so"));
        QVERIFY(has("lib/fallback/libstdc++.so.6"));
        for (const auto* part :
            { "/libc.so", "/libm.so", "/ld-linux", "linux-vdso", "opscope_cuda" })
            QVERIFY2(!has(part), part);
        QCOMPARE(program->architecture, QSysInfo::buildCpuArchitecture().toStdString());
        QVERIFY(profiler::isOlder("2.2", program->glibc) && profiler::isOlder(program->glibc, "3"));
    }

    void aLibraryOfAFolderTravelsUnderTheNamesOfItsLinks()
    {
        const QTemporaryDir folder;
        QDir(folder.path()).mkpath("bin");
        QDir(folder.path()).mkpath("lib/opscope");
        QVERIFY(QFile::copy("/proc/self/exe", folder.filePath("bin/opscope-cli")));
        QVERIFY(write(folder.filePath("lib/opscope/liba.so.1.2.3"), "GLIBC_2.999"));
        QVERIFY(QFile::link("liba.so.1.2.3", folder.filePath("lib/opscope/liba.so.1")));
        QVERIFY(
            write(folder.filePath("lib/opscope/libb.so"), "b GLIBC_ GLIBC_x GLIBC_2.3.4.5.6.7.8"));
        QVERIFY(write(folder.filePath("lib/opscope/notes.txt"), "no library"));
        const auto program = profiler::programFilesIn(folder.path().toStdString());
        QVERIFY(program);
        QCOMPARE(namesOf(program->files),
            std::vector<std::string>(
                { "bin/opscope-cli", "lib/opscope/liba.so.1", "lib/opscope/libb.so" }));
        QCOMPARE(program->glibc, std::string("2.999"));
    }

    void aFolderWithoutAProgramIsRefused()
    {
        const QTemporaryDir folder;
        QVERIFY(!profiler::programFilesIn(folder.path().toStdString()));
        QDir(folder.path()).mkpath("bin");
        QVERIFY(write(folder.filePath("bin/opscope-cli"), "#!/bin/sh\n"));
        const auto script = profiler::programFilesIn(folder.path().toStdString());
        QVERIFY(!script);
        QVERIFY(QByteArray::fromStdString(script.error().message())
                    .contains("is no program for Linux"));
    }

    void aFolderIsNamedByNamesAndContents()
    {
        const QTemporaryDir folder;
        QVERIFY(write(folder.filePath("a"), "one") && write(folder.filePath("b"), "two"));
        const auto named = [&](const char* name, const char* source) {
            const auto made = profiler::remoteFolder(
                "model", { { name, folder.filePath(source).toStdString() } }, {});
            return made ? made->name : std::string();
        };
        QCOMPARE(named("x", "a").size(), std::string("model-").size() + 32);
        QCOMPARE(named("x", "a"), named("x", "a"));
        QVERIFY(named("x", "a") != named("x", "b"));
        QVERIFY(named("x", "a") != named("y", "a"));
        for (const char* outside : { "../x", "a/../../x", "/x", "" })
            QVERIFY2(named(outside, "a").empty(), outside);
    }
};

QTEST_GUILESS_MAIN(TestProgramFiles)
#include "tst_program_files.moc"
