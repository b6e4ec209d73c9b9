#include <QTest>

#include "profiler/exporters/exporter.h"
#include "profiler/exporters/report.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/report/page_element.h"
#include "ui/report/report_pdf.h"
#include "ui/window/actions.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Sheets of a PDF that Qt wrote: their objects are not compressed.
qsizetype sheetsOf(const QByteArray& pdf)
{
    return pdf.count("/Type /Page\n") + pdf.count("/Type /Page ");
}

} // namespace

/// The report on paper.
class TestReportPdf : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theWindowWritesTheReportOfARun()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr && m_driven->profile(document, 24));
        const auto folder = QString::fromStdString((testing::buildDir() / "screenshots").string());
        QVERIFY(QDir().mkpath(folder));
        const auto path = folder + QStringLiteral("/report.pdf"); // for people to look at
        QFile::remove(path);
        answerFileDialog(path, QStringLiteral("PDF"));
        (*m_driven)->actions().action(QStringLiteral("file.exportReport"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), DrivenWindow::patience);
        m_driven->settle();
        const auto pdf = contentOf(path);
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
        QVERIFY2(sheetsOf(pdf) >= 2, qPrintable(QString::number(sheetsOf(pdf))));
        QVERIFY(!pdf.contains("/URI")); // no links to anywhere
    }

    void everyCardOfThePageIsOnPaper()
    {
        const auto page = profiler::exportText(*profiler::findExporter("html"),
            profiler::buildReport(m_driven->window().currentDocument()->profile()));
        QVERIFY(page);
        const auto main = ui::readMain(*page);
        QVERIFY2(main, main ? "" : main.error().message().c_str());
        const auto words = main->words();
        for (const auto* title : { "Timeline of the median run", "Slowest operators",
                 "By operator type", "Where the time goes", "Memory over time", "Every run",
                 "Where this comes from", "How it was measured" })
            QVERIFY2(words.contains(QString::fromLatin1(title)), title);
    }

    void aTableThatIsLongerThanASheetGoesOn()
    {
        std::string page = "<main><header><div><h1>Long</h1></div></header><section "
                           "class=\"long\"><h2>Rows</h2><table><thead><tr><th>A</th><th "
                           "class=\"n\">B</th></tr></thead><tbody>";
        for (int i = 0; i < 300; ++i)
            page += "<tr><td class=\"name\"><span class=\"key\" style=\"background:var(--c3)\">"
                    "</span>a name that is longer than its column so that it has to be wrapped "
                    "somewhere, whatever is in it_and_without_any_space_to_wrap_at_all</td><td "
                    "class=\"n\">1</td></tr>";
        page += "</tbody></table></section></main>";
        const auto path = m_files.filePath(QStringLiteral("long.pdf"));
        QVERIFY(ui::writePagePdf(page, path));
        const auto sheets = sheetsOf(contentOf(path));
        QVERIFY2(sheets >= 5 && sheets <= 20, qPrintable(QString::number(sheets)));
    }

    void aPageOfOthersIsAMessage_data()
    {
        QTest::addColumn<QByteArray>("page");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no main part") << QByteArray("<html><p>hello</p></html>");
        QTest::newRow("not closed") << QByteArray("<main><p>hello</main>");
        QTest::newRow("ends early") << QByteArray("<main><p>hello</p>");
        QTest::newRow("too deep") << QByteArray("<main>") + QByteArray("<p>").repeated(10'000)
                + QByteArray("</p>").repeated(10'000) + "</main>";
    }

    void aPageOfOthersIsAMessage()
    {
        QFETCH(QByteArray, page);
        const auto path = m_files.filePath(QStringLiteral("others.pdf"));
        const auto written = ui::writePagePdf(page.toStdString(), path);
        QVERIFY(!written);
        QVERIFY(!written.error().message().empty());
        QVERIFY(!QFile::exists(path));
    }

    void aFullFolderIsAMessage()
    {
        const auto written = ui::writePagePdf(
            "<main><section><h2>x</h2></section></main>", QStringLiteral("/proc/nothing.pdf"));
        QVERIFY(!written);
    }
};

QTEST_MAIN(TestReportPdf)
#include "tst_report_pdf.moc"
