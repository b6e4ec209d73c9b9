#include <QTest>

#include "model/support/mapped_file.h"
#include "model/support/truncated_files.h"
#include "tests/support/failing_memory.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace {

/// Pages of files that are in this process's memory (proc(5), statm).
long residentFilePages()
{
    std::ifstream statm("/proc/self/statm");
    long size = 0, resident = 0, shared = 0;
    statm >> size >> resident >> shared;
    return shared;
}

}

class TestTruncatedFiles : public QObject {
    Q_OBJECT

private slots:
    void pagesThatAreGoneReadAsZeros()
    {
        constexpr qsizetype bytes = 1 << 20;
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("model.onnx")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(QByteArray(bytes, 'x'));
        file.flush();
        support::surviveTruncatedFiles();
        const auto mapped = support::MappedFile::open(file.fileName().toStdString());
        QVERIFY(mapped);
        const auto all = (*mapped)->bytes();
        QVERIFY(file.resize(100));
        const auto before = support::lostPages();
        QCOMPARE(all[50], std::byte('x'));
        {
            // The handler of the signal runs wherever the page was read: it may not allocate.
            const testing::FailAllocations none({});
            QVERIFY(all[bytes - 1] == std::byte(0));
            QCOMPARE(none.failed(), 0L);
        }
        QVERIFY(std::ranges::all_of(
            all.subspan(bytes / 2), [](std::byte byte) { return byte == std::byte(0); }));
        QVERIFY(support::lostPages() > before);
        const auto checked = support::checkLostPages();
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind(), support::ErrorKind::File);
        QVERIFY(checked.error().message().starts_with(file.fileName().toStdString()));
    }

    void onlyPagesOfFilesAreForgotten()
    {
        constexpr std::size_t bytes = 1 << 20;
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("weights.bin")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(QByteArray(qsizetype(bytes), 'x'));
        file.flush();
        const auto mapped = support::MappedFile::open(file.fileName().toStdString());
        QVERIFY(mapped);
        const auto all = (*mapped)->bytes();
        const auto isX = [](std::byte byte) { return byte == std::byte('x'); };
        QVERIFY(std::ranges::all_of(all, isX));
        const auto before = residentFilePages();
        support::forgetPages(all.subspan(100));
        const auto pages = long(bytes) / ::sysconf(_SC_PAGESIZE);
        QVERIFY(residentFilePages() + pages * 3 / 4 < before);
        QVERIFY(std::ranges::all_of(all, isX));
        // Memory that no file holds would lose its contents.
        const std::vector<std::byte> own(bytes, std::byte('x'));
        support::forgetPages(own);
        QVERIFY(std::ranges::all_of(own, isX));
    }

    void aFileThatIsGoneIsForgotten()
    {
        // The test above has lost pages of a file that is mapped no more.
        QVERIFY(support::lostPages() > 0);
        QVERIFY(support::checkLostPages());
        QVERIFY(support::checkMappedFiles());
    }

    void aFileCutWithinItsLastPageIsNoticed()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("weights.bin")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(QByteArray(1000, 'x'));
        file.flush();
        const auto mapped = support::MappedFile::open(file.fileName().toStdString());
        QVERIFY(mapped);
        QVERIFY(support::checkMappedFiles());
        QVERIFY(file.resize(100));
        QCOMPARE((*mapped)->bytes()[500], std::byte(0)); // without a signal
        const auto checked = support::checkMappedFiles();
        QVERIFY(!checked);
        QVERIFY(checked.error().message().starts_with(file.fileName().toStdString()));
    }

    void aFileThatIsReplacedIsStillWhatWasMapped()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("model.onnx"));
        for (const int bytes : { 1000, 10 }) {
            QFile file(folder.filePath(QStringLiteral("new-%1").arg(bytes)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(bytes, 'x'));
        }
        QVERIFY(QFile::rename(folder.filePath(QStringLiteral("new-1000")), path));
        const auto mapped = support::MappedFile::open(path.toStdString());
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::rename(folder.filePath(QStringLiteral("new-10")), path));
        QVERIFY(support::checkMappedFiles());
        QCOMPARE((*mapped)->bytes()[999], std::byte('x'));
    }
};

QTEST_GUILESS_MAIN(TestTruncatedFiles)
#include "tst_truncated_files.moc"
