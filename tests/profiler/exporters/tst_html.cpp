// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/exporter.h"
#include "profiler/file/profile_file.h"
#include "tests/support/golden.h"
#include "tests/support/html_page.h"
#include "tests/support/profiler/sample_profile.h"

#include <QCryptographicHash>
#include <QMap>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <vector>

using namespace profiler;
using testing::elementOf;
using testing::markup;

namespace {

constexpr auto hostileName
    = "</script><script>alert(1)</script><img src=x onerror=\"alert(2)\">'&\u202Egnp";

QString page(const Report& report)
{
    const auto text = exportText(*findExporter("html"), report);
    return text ? QString::fromStdString(*text) : QString();
}

QString page(const testing::SampleShape& shape = {})
{
    return page(buildReport(testing::sampleProfile(shape)));
}

/// Text as a reader sees it, one line per block; figures of charts left out.
QString visibleText(const QString& html)
{
    auto text = markup(html);
    text.remove(
        QRegularExpression("<svg.*?</svg>", QRegularExpression::DotMatchesEverythingOption));
    text.replace(QRegularExpression("</(td|th|dt|dd|span|i|b|small)>"), " ");
    text.replace(
        QRegularExpression("</(tr|p|h1|h2|section|div|li|summary|dl|title|footer)>"), "\n");
    text.remove(QRegularExpression("<[^>]*>"));
    text.replace(OPSCOPE_VERSION, "VERSION");
    QStringList lines;
    for (const auto& line : text.split('\n')) {
        if (const auto words = line.simplified(); !words.isEmpty())
            lines << words;
    }
    return lines.join('\n') + '\n';
}

/// The profile inside the page; null if there is none that can be read.
std::shared_ptr<const Profile> profileInside(const QString& html)
{
    const auto text = elementOf(html,
        "<script type=\"application/vnd.apache.parquet;base64\" id=\"opscope-data\">", "</script>");
    const auto bytes = QByteArray::fromBase64(text.toLatin1()).toStdString();
    const auto profile = readProfileFile(std::as_bytes(std::span(bytes)));
    return profile ? *profile : nullptr;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Own times of the steps without nested ones, from the raw data alone: per step one sum for each
/// recorded run.
QMap<int, std::vector<double>> samplesByStep(const Profile& profile)
{
    const auto& slices = profile.slices;
    QMap<int, std::vector<double>> samples;
    QMap<std::pair<int, int>, double> sums;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.kind[i] == SliceKind::Step && profile.runs[slices.run[i]].side == Side::Profiled)
            sums[{ int(slices.step[i]), int(slices.run[i]) }] += double(slices.durationNs[i]);
    }
    for (auto sum = sums.cbegin(); sum != sums.cend(); ++sum)
        samples[sum.key().first].push_back(sum.value());
    return samples;
}

/// Name and median (ns) of each row of the table of operators, as the page sorts by them.
QMap<QString, double> shownMedians(const QString& html)
{
    const auto table = elementOf(html, "<h2>Slowest operators</h2>", "</table>");
    static const QRegularExpression row(
        "<tr><td class=\"name\">.*?</span>([^<]*)</td><td>[^<]*</td><td class=\"n\" "
        "data-v=\"([^\"]*)\">");
    QMap<QString, double> medians;
    for (auto found = row.globalMatch(table); found.hasNext();) {
        const auto match = found.next();
        medians[match.captured(1)] = match.captured(2).toDouble();
    }
    return medians;
}

} // namespace

class TestHtml : public QObject {
    Q_OBJECT

private slots:
    void everyElementIsClosed();
    void thePolicyForbidsEverythingRemote();
    void nothingIsLoadedFromElsewhere();
    void aNameIsNeverMarkup();
    void theRawSamplesGiveTheMediansThatAreShown();
    void theMachineNameStaysAtHome();
    void eachSectionIsThere_data();
    void eachSectionIsThere();
    void theFactsCarryTheProvenance();
    void aProfileWithoutRunsHasAPageToo();
    void itReadsAsItDid();
};

void TestHtml::everyElementIsClosed()
{
    const auto html = page();
    QVERIFY(html.startsWith("<!DOCTYPE html>\n"));
    const auto fault = testing::faultOfMarkup(html);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
}

void TestHtml::thePolicyForbidsEverythingRemote()
{
    const auto html = page();
    const auto policy = elementOf(html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    QVERIFY2(policy.startsWith("default-src 'none';"), qPrintable(policy));
    QVERIFY(!policy.contains("http"));
    QVERIFY(!policy.contains("unsafe-eval"));
    const auto script = elementOf(html, "<script>", "</script>");
    QVERIFY(!script.isEmpty());
    const auto digest
        = QCryptographicHash::hash(script.toUtf8(), QCryptographicHash::Sha256).toBase64();
    QVERIFY2(policy.contains("script-src 'sha256-" + digest + "'"), qPrintable(policy));
    QCOMPARE(html.count("<script"), 2); // the data and ours
    QVERIFY(html.indexOf("Content-Security-Policy") < html.indexOf("<style"));
}

void TestHtml::nothingIsLoadedFromElsewhere()
{
    const auto html = page();
    QCOMPARE(testing::remoteWordsIn(html), QStringList());
}

void TestHtml::aNameIsNeverMarkup()
{
    const auto html = page({ .nodeName = hostileName });
    QCOMPARE(html.count("<script"), 2);
    QCOMPARE(html.count("</script>"), 2);
    QVERIFY(!html.contains("<img"));
    QVERIFY(!markup(html).contains(QChar(0x202E)));
    QVERIFY(markup(html).contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    QVERIFY(markup(html).contains(QString::fromUtf8("‹U+202E›")));
    // Inside it is as it was: what reopens has the same names.
    const auto inside = profileInside(html);
    QVERIFY(inside);
    QVERIFY(std::ranges::any_of(inside->steps, [&](const Step& step) {
        return inside->text(step.label).find(hostileName) != std::string_view::npos;
    }));
}

void TestHtml::theRawSamplesGiveTheMediansThatAreShown()
{
    const auto html = page();
    const auto inside = profileInside(html);
    QVERIFY(inside);
    const auto shown = shownMedians(html);
    const auto samples = samplesByStep(*inside);
    QCOMPARE(std::size_t(shown.size()), inside->steps.size());
    constexpr std::size_t nestedUnderLoop = 1; // its own time is less than its spans
    std::size_t compared = 0;
    for (std::size_t i = 0; i < inside->steps.size(); ++i) {
        const auto label = inside->text(inside->steps[i].label);
        const auto name = QString::fromUtf8(label.data(), qsizetype(label.size()));
        QVERIFY2(shown.contains(name), qPrintable(name));
        if (name == "loop")
            continue;
        QCOMPARE(shown[name], median(samples[int(i)]));
        ++compared;
    }
    QCOMPARE(compared, inside->steps.size() - nestedUnderLoop);
}

void TestHtml::theMachineNameStaysAtHome()
{
    const auto profile = testing::sampleProfile();
    const auto hostInside = [&](bool isWanted) {
        const auto html = page(buildReport(profile, { .machineName = isWanted }));
        const auto inside = profileInside(html);
        return std::pair(html.contains("made-up-host"),
            inside && inside->metadata.text(keys::host) == "made-up-host");
    };
    QCOMPARE(hostInside(false), std::pair(false, false));
    QCOMPARE(hostInside(true), std::pair(true, true));
}

void TestHtml::eachSectionIsThere_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<int>("charts");
    for (const auto& [title, charts] :
        { std::pair("Timeline of the median run", 1), { "Slowest operators", 0 },
            { "By operator type", 1 }, { "Where the time goes", 1 }, { "Memory over time", 1 },
            { "Every run", 1 }, { "Where this comes from", 0 }, { "How it was measured", 0 },
            { "Conditions", 0 }, { "What happened to the model's nodes", 0 } })
        QTest::addRow("%s", title) << title << charts;
}

void TestHtml::eachSectionIsThere()
{
    QFETCH(QString, title);
    const auto card = elementOf(page(), "<h2>" + title + "</h2>", "</section>");
    QVERIFY(!card.isEmpty());
    QTEST(static_cast<int>(card.count("<svg")), "charts");
    QVERIFY2(card.contains("<table") || card.contains("<dl>"),
        "figures of a chart stand in a table too");
}

void TestHtml::theFactsCarryTheProvenance()
{
    const auto text = visibleText(page());
    for (const auto* fact : { "SHA-256 aaaaaaaa", "CPU Made-up CPU, 8 cores", "Opscope VERSION",
             "Threads 2", "Seed 0", "governor powersave frequency follows the load",
             "temperature not known no thermal zone on this machine" })
        QVERIFY2(text.contains(fact), fact);
}

void TestHtml::aProfileWithoutRunsHasAPageToo()
{
    const auto html = page(buildReport(std::make_shared<Profile>()));
    QVERIFY(html.contains("No run was recorded."));
    QVERIFY(html.contains("unnamed model"));
    QVERIFY(html.endsWith("</body></html>\n"));
}

void TestHtml::itReadsAsItDid()
{
    const auto text = visibleText(page({ .steps = 5, .rounds = 6, .warmUp = 1 }));
    const auto difference = testing::differenceToGolden("report.html.txt", text.toStdString());
    QVERIFY2(difference.empty(), difference.c_str());
}

QTEST_GUILESS_MAIN(TestHtml)
#include "tst_html.moc"
