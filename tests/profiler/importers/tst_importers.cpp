// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/exporter.h"
#include "profiler/importers/importer.h"
#include "tests/support/profiler/sample_profile.h"

#include <QFile>
#include <QTemporaryDir>

using namespace profiler;

namespace {

bool write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray reportPage(const std::shared_ptr<const Profile>& profile)
{
    const auto text
        = exportText(*findExporter("html"), buildReport(profile, { .machineName = true }));
    return text ? QByteArray::fromStdString(*text) : QByteArray();
}

} // namespace

class TestImporters : public QObject {
    Q_OBJECT

private slots:
    void aReportGivesBackItsProfile_data();
    void aReportGivesBackItsProfile();
    void aReopenedReportShowsTheSameFigures();
    void formatsAreToldByContent_data();
    void formatsAreToldByContent();
    void damagedReportsAreRefusedWithAReason_data();
    void damagedReportsAreRefusedWithAReason();
    void aReportCutAnywhereNeverCrashes();

private:
    QTemporaryDir m_folder;
};

void TestImporters::aReportGivesBackItsProfile_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("rounds");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << 8 << 10 << "conv";
    QTest::newRow("large") << 400 << 60 << "conv";
    QTest::newRow("hostile name") << 8 << 10 << "</script><b>\u202E\"\\";
}

void TestImporters::aReportGivesBackItsProfile()
{
    QFETCH(int, steps);
    QFETCH(int, rounds);
    QFETCH(QString, name);
    const auto nodeName = name.toStdString();
    const auto profile = testing::sampleProfile({ .steps = static_cast<std::uint32_t>(steps),
        .rounds = static_cast<std::uint32_t>(rounds),
        .nodeName = nodeName });
    const auto path = m_folder.filePath("report.html");
    QVERIFY(write(path, reportPage(profile)));
    const auto read = importProfile(path.toStdString());
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QVERIFY(testing::profileText(**read) == testing::profileText(*profile));
    QVERIFY((*read)->metadata == profile->metadata);
    QCOMPARE((*read)->memory.lifetimes.size(), profile->memory.lifetimes.size());
    QCOMPARE((*read)->conditions.size(), profile->conditions.size());
    QCOMPARE((*read)->provenance.size(), profile->provenance.size());
}

void TestImporters::aReopenedReportShowsTheSameFigures()
{
    const auto profile = testing::sampleProfile();
    const auto page = reportPage(profile);
    const auto path = m_folder.filePath("again.html");
    QVERIFY(write(path, page));
    const auto read = importProfile(path.toStdString());
    QVERIFY(read);
    QCOMPARE(reportPage(*read), page);
}

void TestImporters::formatsAreToldByContent_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("isProfile");
    QTest::newRow("report") << reportPage(testing::sampleProfile()) << true;
    QTest::newRow("foreign page") << QByteArray("<!DOCTYPE html><html><body>hello</body></html>")
                                  << false;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("text") << QByteArray("PAR2 something") << false;
}

void TestImporters::formatsAreToldByContent()
{
    QFETCH(QByteArray, content);
    const auto path = m_folder.filePath("no-ending");
    QVERIFY(write(path, content));
    QTEST(looksLikeProfile(path.toStdString()), "isProfile");
    const auto read = importProfile(path.toStdString());
    QTEST(static_cast<bool>(read), "isProfile");
    if (!read)
        QCOMPARE(read.error().kind(), support::ErrorKind::File);
}

void TestImporters::damagedReportsAreRefusedWithAReason_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("says");
    QTest::newRow("no data") << QByteArray("id=\"opscope-data\"") << QByteArray("id=\"other\"")
                             << "no data inside";
    QTest::newRow("not base64") << QByteArray("id=\"opscope-data\">")
                                << QByteArray("id=\"opscope-data\">{}") << "not base64";
    QTest::newRow("no profile") << QByteArray("id=\"opscope-data\">")
                                << QByteArray("id=\"opscope-data\">AAAA") << "inside the page";
    QTest::newRow("of an older version")
        << QByteArray("\"application/vnd.apache.parquet;base64\" id")
        << QByteArray("\"application/json\" id") << "older version";
}

void TestImporters::damagedReportsAreRefusedWithAReason()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, says);
    auto page = reportPage(testing::sampleProfile());
    QVERIFY(page.contains(from));
    const auto path = m_folder.filePath("damaged.html");
    QVERIFY(write(path, page.replace(from, to)));
    const auto read = importProfile(path.toStdString());
    QVERIFY(!read);
    const auto message = QString::fromStdString(read.error().message());
    QVERIFY2(message.contains(says) && message.contains("damaged.html"), qPrintable(message));
}

void TestImporters::aReportCutAnywhereNeverCrashes()
{
    const auto page = reportPage(testing::sampleProfile({ .steps = 3, .rounds = 2 }));
    const auto dataEnd = page.lastIndexOf("</script>\n<script>");
    for (qsizetype length = 0; length < page.size(); length += 997) {
        const auto path = m_folder.filePath("cut.html");
        QVERIFY(write(path, page.left(length)));
        QCOMPARE(static_cast<bool>(importProfile(path.toStdString())), length >= dataEnd + 9);
    }
}

QTEST_GUILESS_MAIN(TestImporters)
#include "tst_importers.moc"
