#include <QTest>

#include "model/support/atomic_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <thread>

using support::AtomicFile;
using support::writeFile;

namespace {

mode_t modeOf(const QString& path)
{
    struct stat facts { };
    return ::stat(path.toLocal8Bit().constData(), &facts) == 0 ? facts.st_mode & 07777 : 0;
}

mode_t kindOf(const QString& path)
{
    struct stat facts { };
    return ::lstat(path.toLocal8Bit().constData(), &facts) == 0 ? facts.st_mode & S_IFMT : 0;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<cannot be opened>");
}

} // namespace

class TestAtomicFile : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    std::string place(const char* name) const { return path(name).toStdString(); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aNewFileHasThePermissionsThatTheUmaskLeaves_data()
    {
        QTest::addColumn<uint>("mask");
        QTest::addColumn<uint>("mode");
        QTest::newRow("usual") << 0022u << 0644u;
        QTest::newRow("private") << 0077u << 0600u;
        QTest::newRow("group writes") << 0002u << 0664u;
    }
    void aNewFileHasThePermissionsThatTheUmaskLeaves()
    {
        QFETCH(uint, mask);
        const auto before = ::umask(static_cast<mode_t>(mask));
        const auto written = writeFile(place("new"), "text");
        ::umask(before);
        QVERIFY(written);
        QTEST(uint(modeOf(path("new"))), "mode");
    }

    void aReplacedFileKeepsItsPermissions_data()
    {
        QTest::addColumn<uint>("mode");
        for (const uint mode : { 0600u, 0640u, 0755u, 0666u })
            QTest::addRow("%o", mode) << mode;
    }
    void aReplacedFileKeepsItsPermissions()
    {
        QFETCH(uint, mode);
        QVERIFY(writeFile(place("old"), "old"));
        QCOMPARE(::chmod(place("old").c_str(), static_cast<mode_t>(mode)), 0);
        QVERIFY(writeFile(place("old"), "new"));
        QCOMPARE(contentOf(path("old")), QByteArray("new"));
        QCOMPARE(uint(modeOf(path("old"))), mode);
    }

    void nothingIsLeftOfAFileThatWasNotCommitted()
    {
        QVERIFY(writeFile(place("kept"), "old"));
        {
            auto file = AtomicFile::create(place("kept"));
            QVERIFY(file);
            QVERIFY(file->write("new"));
        }
        QCOMPARE(contentOf(path("kept")), QByteArray("old"));
        QCOMPARE(
            QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList { "kept" });
    }

    void aKilledProgramLeavesNothing()
    {
        const auto child = ::fork();
        if (child == 0) {
            auto file = AtomicFile::create(place("kept"));
            if (file && file->write("new"))
                ::raise(SIGKILL);
            ::_exit(1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        const support::Descriptor unnamed(
            ::open(place("").c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
        if (!unnamed.isOpen())
            QSKIP("this file system has no files without a name");
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList());
    }

    void aLinkStaysALink_data()
    {
        QTest::addColumn<QString>("to");
        QTest::addColumn<bool>("isThere");
        QTest::newRow("to a file") << "target" << true;
        QTest::newRow("to nothing yet") << "later" << false;
        QTest::newRow("into another folder") << "sub/target" << true;
    }
    void aLinkStaysALink()
    {
        QFETCH(QString, to);
        QFETCH(bool, isThere);
        QVERIFY(QDir(m_folder->path()).mkdir("sub"));
        if (isThere)
            QVERIFY(writeFile(m_folder->filePath(to).toStdString(), "old"));
        QCOMPARE(::symlink(to.toLocal8Bit().constData(), place("link").c_str()), 0);
        QVERIFY(writeFile(place("link"), "new"));
        QCOMPARE(kindOf(path("link")), mode_t(S_IFLNK));
        QCOMPARE(contentOf(m_folder->filePath(to)), QByteArray("new"));
    }

    void aFifoIsWrittenAndStaysOne()
    {
        QCOMPARE(::mkfifo(place("fifo").c_str(), 0600), 0);
        QByteArray read;
        std::thread reader([&] { read = contentOf(path("fifo")); });
        const auto written = writeFile(place("fifo"), "text");
        reader.join();
        QVERIFY2(written, written ? "" : written.error().message().c_str());
        QCOMPARE(read, QByteArray("text"));
        QCOMPARE(kindOf(path("fifo")), mode_t(S_IFIFO));
    }

    void aDeviceIsWrittenAndStaysOne()
    {
        // Copies of /dev/null and /dev/full: a program that is wrong replaces them.
        if (::mknod(place("null").c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0)
            QSKIP("only a privileged user can make device nodes here");
        QCOMPARE(::mknod(place("full").c_str(), S_IFCHR | 0666, makedev(1, 7)), 0);
        QVERIFY(writeFile(place("null"), "text"));
        QCOMPARE(kindOf(path("null")), mode_t(S_IFCHR));
        const auto full = writeFile(place("full"), "text");
        QVERIFY(!full);
        QCOMPARE(full.error().kind(), support::ErrorKind::File);
        QCOMPARE(kindOf(path("full")), mode_t(S_IFCHR));
    }

    void whatIsNoFileIsRefused_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("words");
        QTest::newRow("folder") << "folder"
                                << "folder";
        QTest::newRow("socket") << "socket"
                                << "socket";
        QTest::newRow("link in a circle") << "circle"
                                          << "links";
        QTest::newRow("in a folder that is not there") << "none/file"
                                                       << "none does not exist";
        QTest::newRow("below a file") << "plain/file"
                                      << "directory";
        QTest::newRow("no name") << ""
                                 << "empty";
    }
    void whatIsNoFileIsRefused()
    {
        QFETCH(QString, target);
        QFETCH(QString, words);
        QVERIFY(QDir(m_folder->path()).mkdir("folder"));
        QVERIFY(writeFile(place("plain"), "text"));
        QCOMPARE(::symlink("circle", place("circle").c_str()), 0);
        QCOMPARE(::mknod(place("socket").c_str(), S_IFSOCK | 0600, 0), 0);
        const auto written = writeFile(
            target.isEmpty() ? std::string() : m_folder->filePath(target).toStdString(), "text");
        QVERIFY(!written);
        QCOMPARE(written.error().kind(), support::ErrorKind::File);
        const auto message = QString::fromStdString(written.error().message());
        QVERIFY2(message.contains(words), qPrintable(message));
        QCOMPARE(kindOf(path("socket")), mode_t(S_IFSOCK));
        QVERIFY(!QFileInfo::exists(path("none")));
    }
};

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
