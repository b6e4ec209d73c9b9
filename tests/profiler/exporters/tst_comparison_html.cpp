// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/comparison_html.h"

#include "profiler/comparison/comparison_charts.h"
#include "profiler/importers/html.h"
#include "tests/support/graph_text.h"
#include "tests/support/html_page.h"
#include "tests/support/profiler/sample_profile.h"
#include "tests/support/profiler/simulated_pair.h"

#include <QCryptographicHash>
#include <QTemporaryDir>

using namespace profiler;
using testing::elementOf;
using testing::markup;

namespace {

constexpr auto hostileName
    = "</script><script>alert(1)</script><img src=x onerror=\"alert(2)\">'&\u202Egnp";

/// One operator of twenty takes 20 % longer in B, another one 10 % less.
Comparison changed(const std::string& name = "op")
{
    testing::PairShape shape;
    shape.operatorNs = testing::twentyOperators();
    shape.factors.assign(shape.operatorNs.size(), 1);
    shape.factors[testing::largeOperator] = 1.2;
    shape.factors[0] = 0.9;
    shape.name = name;
    const auto pair = testing::simulatedPair(shape);
    return compareProfiles(pair[0], pair[1]);
}

QString page(const ComparisonReport& report)
{
    std::string text;
    const auto written
        = writeComparisonHtml(report, [&text](std::string_view part) -> support::Result<void> {
              text += part;
              return {};
          });
    return written ? QString::fromStdString(text) : QString();
}

QString page(const Comparison& time)
{
    ComparisonReport report;
    report.names = { "base.onnx", "new.onnx" };
    report.time = &time;
    return page(report);
}

/// The numbers of each row of a table, as the page sorts by them.
QList<QList<qint64>> numbersOf(const QString& table)
{
    static const QRegularExpression row(
        "<tr>.*?</tr>", QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression number("data-v=\"([^\"]*)\"");
    QList<QList<qint64>> rows;
    for (auto found = row.globalMatch(table); found.hasNext();) {
        const auto text = found.next().captured();
        QList<qint64> numbers;
        for (auto cell = number.globalMatch(text); cell.hasNext();)
            numbers << qint64(cell.next().captured(1).toDouble());
        if (!numbers.isEmpty())
            rows << numbers;
    }
    return rows;
}

} // namespace

/// The page of a comparison.
class TestComparisonHtml : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_time = changed();
        m_page = page(m_time);
        QVERIFY(m_folder.isValid());
    }

    void everyElementIsClosed()
    {
        QVERIFY(m_page.startsWith("<!DOCTYPE html>\n"));
        const auto fault = testing::faultOfMarkup(m_page);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }

    void thePolicyForbidsEverythingRemote()
    {
        const auto policy
            = elementOf(m_page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
        QVERIFY2(policy.startsWith("default-src 'none';"), qPrintable(policy));
        const auto script = elementOf(m_page, "<script>", "</script>");
        const auto digest
            = QCryptographicHash::hash(script.toUtf8(), QCryptographicHash::Sha256).toBase64();
        QVERIFY2(policy.contains("script-src 'sha256-" + digest + "'"), qPrintable(policy));
        QCOMPARE(m_page.count("<script"), 3); // data of A and B, and ours
    }

    void nothingIsLoadedFromElsewhere() { QCOMPARE(testing::remoteWordsIn(m_page), QStringList()); }

    void aNameIsNeverMarkup()
    {
        const auto time = changed(hostileName);
        ComparisonReport report;
        report.names = { hostileName, hostileName };
        report.time = &time;
        FactTable numbers { hostileName, { { "node" }, { "beyond", true } },
            { { { hostileName }, { hostileName, 1.0 } } } };
        report.numbers = &numbers;
        GateOutcome gate = applyGate(time, { 0.001, 0.001 });
        gate.help.push_back(hostileName);
        report.gate = &gate;
        const auto html = page(report);
        QCOMPARE(html.count("<script"), 3);
        QCOMPARE(html.count("</script>"), 3);
        QVERIFY(!html.contains("<img"));
        QVERIFY(!markup(html).contains(QChar(0x202E)));
        QVERIFY(markup(html).contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
        const auto fault = testing::faultOfMarkup(html);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }

    void aStructureOfHostileNamesIsNoMarkupEither()
    {
        const auto make = [](const QByteArray& type) {
            return testing::modelFromGraphText("opset 17\nx: float[4]\ny = " + type.toStdString()
                + "(x) \"<script>alert(1)</script>\"\ny -> float[4]");
        };
        const auto a = make("Relu");
        const auto b = make("Sigmoid");
        const auto structure = model::compareStructure(*a, *b);
        QVERIFY(!structure.nodes.empty());
        ComparisonReport report;
        report.names = { "a.onnx", "b.onnx" };
        report.structure = &structure;
        report.models = { a.get(), b.get() };
        const auto html = page(report);
        QCOMPARE(html.count("<script"), 1);
        QVERIFY(html.contains("<h2>Structure</h2>"));
        QVERIFY(html.contains("not measured"));
        QVERIFY(markup(html).contains("&lt;script&gt;alert(1)"));
        const auto fault = testing::faultOfMarkup(html);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }

    void theWaterfallAddsUpToTheNanosecond()
    {
        const auto card
            = elementOf(m_page, "<h2>Where the difference comes from</h2>", "</section>");
        const auto exact = elementOf(card, "in whole nanoseconds", "</table>");
        auto rows = numbersOf(exact);
        QVERIFY(rows.size() > 3);
        const auto wall = rows.takeLast();
        QList<qint64> sums { 0, 0, 0 };
        for (const auto& row : rows)
            for (int i = 0; i < 3; ++i)
                sums[i] += row[i];
        QCOMPARE(sums, wall);
        QCOMPARE(wall[1] - wall[0], wall[2]);
        QCOMPARE(wall[0], m_time.waterfall.aNs);
    }

    void theBarsLeadFromWallToWall()
    {
        for (const std::size_t most : { 4, 5, 9, 100 }) {
            const auto bars = waterfallBars(m_time.waterfall, most);
            QVERIFY(bars.size() <= most);
            QCOMPARE(bars.front().toNs, m_time.waterfall.aNs);
            for (std::size_t i = 1; i + 1 < bars.size(); ++i)
                QCOMPARE(bars[i].fromNs, bars[i - 1].toNs);
            QCOMPARE(bars[bars.size() - 2].toNs, m_time.waterfall.bNs);
            QCOMPARE(bars.back().toNs, m_time.waterfall.bNs);
        }
    }

    void namesFitTheirRoom()
    {
        const auto width = 600.0;
        auto bars = waterfallBars(m_time.waterfall, 9);
        for (auto& bar : bars)
            bar.label = "Conv + BatchNormalization + Relu → FusedConvolutionWithEverything";
        const auto room = (width - 24) / double(bars.size());
        int names = 0;
        for (const auto& shape : waterfallFigure(bars, width, 200).shapes) {
            const auto isName = shape.kind == Shape::Kind::Text && shape.at.y > 160
                && !shape.text.starts_with("scale");
            names += isName ? 1 : 0;
            if (isName)
                QVERIFY2(roughTextWidth(shape.text) <= room, shape.text.c_str());
        }
        QCOMPARE(names, 2 * int(bars.size()));
    }

    void theChangedOperatorsStandOut()
    {
        const auto told = elementOf(m_page, "<div class=\"finding\">", "</div>");
        QVERIFY2(told.contains("<strong>op4</strong> (Conv) is slower"), qPrintable(told));
        QVERIFY2(told.contains("<strong>op0</strong> (Conv) is faster"), qPrintable(told));
        QCOMPARE(told.count("<li>"), 2);
        const auto operators = elementOf(m_page, "<h2>Operators</h2>", "</section>");
        QCOMPARE(operators.count("<b>slower</b>"), 1);
        QCOMPARE(operators.count("<b>within noise</b>"), 18);
    }

    void eachEffectIsAMarkWithAnInterval()
    {
        const auto figure = effectsFigure(m_time, 16, 1000);
        int marks = 0;
        for (const auto& shape : figure.shapes) {
            marks += shape.tip.empty() ? 0 : 1;
            QVERIFY(shape.at.x >= 0 && shape.at.x <= 1000);
            for (const auto& point : shape.points)
                QVERIFY(point.x >= 0 && point.x <= 1000);
        }
        QCOMPARE(marks, 17); // and the wall
    }

    void equalThingsSayWhatWouldHaveBeenFound()
    {
        testing::PairShape shape;
        shape.operatorNs = testing::twentyOperators();
        const auto pair = testing::simulatedPair(shape);
        const auto html = page(compareProfiles(pair[0], pair[1]));
        const auto told = elementOf(html, "<div class=\"finding\">", "</div>");
        QVERIFY2(told.startsWith("No operator differs."), qPrintable(told));
        QVERIFY2(told.contains("would have been found"), qPrintable(told));
    }

    void otherSettingsAndMachinesAreSaidWithoutNames()
    {
        auto pair = std::array { *testing::sampleProfile(), *testing::sampleProfile() };
        pair[0].metadata.set(keys::threads, "1");
        pair[1].metadata.set(keys::host, "another-host");
        const auto time = compareProfiles(
            std::make_shared<Profile>(pair[0]), std::make_shared<Profile>(pair[1]));
        const auto html = page(time);
        QVERIFY(html.contains("<b>Not comparable:</b> the two differ in machine, threads"));
        QVERIFY(html.contains("measured apart"));
        QVERIFY(!html.contains("made-up-host"));
        QVERIFY(!html.contains("another-host"));
        ComparisonReport report;
        report.time = &time;
        report.options.machineName = true;
        QVERIFY(page(report).contains("another-host"));
    }

    void itOpensAgain()
    {
        const auto path = m_folder.filePath("comparison.html").toStdString();
        ComparisonReport report;
        report.names = { hostileName, "b" };
        report.time = &m_time;
        QVERIFY(comparisonToFile(report, path));
        QVERIFY(looksLikeComparison(path));
        const auto sides = readComparison(path);
        QVERIFY(sides);
        const auto again = compareProfiles((*sides)[0], (*sides)[1]);
        QCOMPARE(again.method, Method::Interleaved);
        QCOMPARE(again.wall.ratio, m_time.wall.ratio);
        QCOMPARE(again.rows.size(), m_time.rows.size());
        for (std::size_t i = 0; i < again.rows.size(); ++i) {
            QCOMPARE(again.rows[i].label, m_time.rows[i].label);
            QCOMPARE(again.rows[i].change.ratio, m_time.rows[i].change.ratio);
            QCOMPARE(again.rows[i].change.verdict, m_time.rows[i].change.verdict);
        }
        // Not one profile, and it says what to do.
        const auto alone = importProfile(path);
        QVERIFY(!alone);
        QVERIFY2(alone.error().message().find("report of a comparison") != std::string::npos,
            alone.error().message().c_str());
    }

    void anythingElseIsNoComparison()
    {
        const auto path = m_folder.filePath("other.html");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("<!DOCTYPE html><title>x</title><style></style>Opscope comparison report");
        file.close();
        QVERIFY(!looksLikeComparison(path.toStdString()));
        QVERIFY(!looksLikeComparison(m_folder.filePath("absent.html").toStdString()));
    }

private:
    QTemporaryDir m_folder;
    Comparison m_time;
    QString m_page;
};

QTEST_GUILESS_MAIN(TestComparisonHtml)
#include "tst_comparison_html.moc"
