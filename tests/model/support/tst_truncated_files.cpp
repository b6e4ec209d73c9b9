#include <QTest>

#include "model/support/mapped_file.h"
#include "model/support/truncated_files.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

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
        QVERIFY(std::ranges::all_of(
            all.subspan(bytes / 2), [](std::byte byte) { return byte == std::byte(0); }));
        QVERIFY(support::lostPages() > before);
    }
};

QTEST_GUILESS_MAIN(TestTruncatedFiles)
#include "tst_truncated_files.moc"
