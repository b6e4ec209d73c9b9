#include "profiler/remote/remote_host.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using profiler::RemoteHost;

class TestRemoteHost : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { qunsetenv("OPSCOPE_SSH"); }

    void takesNamesOfHosts_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
            { "box", "me@box", "box-2.example.org", "10.0.0.7", "[::1]", "me@fe80::1%eth0", "a_b" })
            QTest::newRow(name) << QByteArray(name);
    }
    void takesNamesOfHosts()
    {
        QFETCH(QByteArray, name);
        const auto host = profiler::remoteHost("ssh:" + name.toStdString());
        QVERIFY(host);
        QCOMPARE(host->name, name.toStdString());
    }

    void refusesWhatSshWouldTakeForSomethingElse_data()
    {
        QTest::addColumn<QByteArray>("target");
        for (const char* target : { "box", "ssh:", "ssh:-v", "ssh:-oProxyCommand=x", "ssh:me@-v",
                 "ssh:me@", "ssh:-me@box", "ssh:a b", "ssh:a;b", "ssh:$(b)", "ssh:`b`", "ssh:a\nb",
                 "ssh:a/b", "ssh:a'b", "scp:box", "" })
            QTest::newRow(*target != '\0' ? target : "empty") << QByteArray(target);
        QTest::newRow("long") << "ssh:" + QByteArray(300, 'a');
    }
    void refusesWhatSshWouldTakeForSomethingElse()
    {
        QFETCH(QByteArray, target);
        const auto host = profiler::remoteHost(target.toStdString());
        QVERIFY(!host);
        QCOMPARE(host.error().kind(), support::ErrorKind::Usage);
    }

    void theHostIsBehindTheOptionsAndTheCommandIsOneWord()
    {
        const auto words = profiler::sshWords({ "box" }, "a 'b' c");
        QVERIFY(words);
        QCOMPARE(words->front(), std::string("ssh"));
        QVERIFY(std::ranges::find(*words, "BatchMode=yes") != words->end());
        const std::vector<std::string> last(words->end() - 3, words->end());
        QCOMPARE(last, std::vector<std::string>({ "--", "box", "a 'b' c" }));
    }

    void aVariableNamesAnotherSsh()
    {
        qputenv("OPSCOPE_SSH", "/opt/ssh -F 'my config'");
        const auto words = profiler::sshWords({ "box" }, "true");
        QVERIFY(words);
        const std::vector<std::string> first(words->begin(), words->begin() + 3);
        QCOMPARE(first, std::vector<std::string>({ "/opt/ssh", "-F", "my config" }));
        qputenv("OPSCOPE_SSH", "'open");
        QVERIFY(!profiler::sshWords({ "box" }, "true"));
    }

    void hostsOfAConfigurationAreThoseWithoutPattern()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("config"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# Host comment\nHost gpu-box  node1\n  HostName 10.0.0.1\n"
                   "host=\"quoted\"\nHost *\nHost !not node? web-*\n\tHOST\tlast\nMatch host x\n"
                   "HostKeyAlias alias\nHost node1 -v\n");
        file.close();
        QCOMPARE(profiler::hostsOfConfig(file.fileName().toStdString()),
            std::vector<std::string>({ "gpu-box", "node1", "quoted", "last" }));
        QVERIFY(profiler::hostsOfConfig(folder.filePath("none").toStdString()).empty());
        QVERIFY(profiler::hostsOfConfig(folder.path().toStdString()).empty());
        QVERIFY(profiler::hostsOfConfig("/dev/zero").empty());
    }
};

QTEST_GUILESS_MAIN(TestRemoteHost)
#include "tst_remote_host.moc"
