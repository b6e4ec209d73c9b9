#include "model/support/elide_path.h"
#include "model/support/text.h"

#include <QTest>
#include <limits>

using namespace support;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

} // namespace

class TestText : public QObject {
    Q_OBJECT

private slots:
    void writesDurations_data();
    void writesDurations();
    void dropsDigitsBelowTheInterval_data();
    void dropsDigitsBelowTheInterval();
    void writesBytes_data();
    void writesBytes();
    void writesShares_data();
    void writesShares();
    void writesRatesAndWork();
    void groupsCounts();
    void usesPlainAsciiInFiles();
    void makesForeignTextVisible_data();
    void makesForeignTextVisible();
    void elidesInTheMiddle_data();
    void elidesInTheMiddle();
    void elidesPathsNearTheirBegin_data();
    void elidesPathsNearTheirBegin();
    void fillsSentences();
};

void TestText::writesDurations_data()
{
    QTest::addColumn<double>("ns");
    QTest::addColumn<QString>("expected");
    QTest::newRow("zero") << 0.0 << "0 ns";
    QTest::newRow("one nanosecond") << 1.0 << "1 ns";
    QTest::newRow("fraction of a nanosecond") << 12.34 << "12.3 ns";
    QTest::newRow("just below a microsecond") << 999.0 << "999 ns";
    QTest::newRow("rounds up into the next unit") << 999.96 << "1.00 µs";
    QTest::newRow("microseconds") << 318'000.0 << "318 µs";
    QTest::newRow("just below a millisecond") << 999'499.0 << "999 µs";
    QTest::newRow("rounds to a millisecond") << 999'500.0 << "1.00 ms";
    QTest::newRow("milliseconds") << 21'860'000.0 << "21.9 ms";
    QTest::newRow("seconds") << 1.5e9 << "1.50 s";
    QTest::newRow("99 seconds") << 99e9 << "99.0 s";
    QTest::newRow("minutes") << 150e9 << "2.50 min";
    QTest::newRow("many minutes") << 6e13 << "1,000 min";
    QTest::newRow("negative") << -1500.0 << "−1.50 µs";
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << "NaN";
    QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << "−∞";
}

void TestText::writesDurations()
{
    QFETCH(double, ns);
    QTEST(q(durationText(ns)), "expected");
}

void TestText::dropsDigitsBelowTheInterval_data()
{
    QTest::addColumn<double>("ns");
    QTest::addColumn<double>("half");
    QTest::addColumn<QString>("expected");
    QTest::newRow("one digit") << 318'400.0 << 4'000.0 << "318 µs ± 4";
    QTest::newRow("two digits if the first is one") << 318'400.0 << 1'200.0 << "318 µs ± 1.2";
    QTest::newRow("drops digits") << 21'860'000.0 << 3'000'000.0 << "22 ms ± 3";
    QTest::newRow("own unit") << 2e9 << 30'000.0 << "2.00 s ± 30 µs";
    QTest::newRow("no interval") << 318'400.0 << 0.0 << "318 µs";
    QTest::newRow("wide interval") << 21.0 << 35.0 << "20 ns ± 40";
}

void TestText::dropsDigitsBelowTheInterval()
{
    QFETCH(double, ns);
    QFETCH(double, half);
    QTEST(q(durationText(ns, half, 3)), "expected");
}

void TestText::writesBytes_data()
{
    QTest::addColumn<qulonglong>("bytes");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << 0ULL << "0 B";
    QTest::newRow("below a kibibyte") << 1023ULL << "1,023 B";
    QTest::newRow("a kibibyte") << 1024ULL << "1.00 KiB";
    QTest::newRow("1,000 of a unit keep four digits") << 1023ULL * 1024 << "1,023 KiB";
    QTest::newRow("mebibytes") << 1572864ULL << "1.50 MiB";
    QTest::newRow("gibibytes") << 3457000000ULL << "3.22 GiB";
    QTest::newRow("largest") << std::numeric_limits<qulonglong>::max() << "16.0 EiB";
}

void TestText::writesBytes()
{
    QFETCH(qulonglong, bytes);
    QTEST(q(bytesText(bytes)), "expected");
}

void TestText::writesShares_data()
{
    QTest::addColumn<double>("fraction");
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("card");
    QTest::newRow("none") << 0.0 << "0 %"
                          << "0 %";
    QTest::newRow("tiny") << 0.00004 << "< 0.1 %"
                          << "< 0.01 %";
    QTest::newRow("small") << 0.0144 << "1.4 %"
                           << "1.44 %";
    QTest::newRow("large") << 0.1234 << "12.3 %"
                           << "12.3 %";
    QTest::newRow("all") << 1.0 << "100.0 %"
                         << "100.0 %";
    QTest::newRow("less") << -0.05 << "−5.0 %"
                          << "−5.0 %";
    QTest::newRow("unknown") << std::numeric_limits<double>::quiet_NaN() << "–"
                             << "–";
}

void TestText::writesShares()
{
    QFETCH(double, fraction);
    QTEST(q(shareText(fraction)), "table");
    QTEST(q(shareText(fraction, ShareForm::Card)), "card");
}

void TestText::writesRatesAndWork()
{
    QCOMPARE(q(byteRateText(12.34e9)), "12.3 GB/s");
    QCOMPARE(q(workText(7.75e9)), "7.75 GFLOP");
    QCOMPARE(q(workRateText(999.9e9)), "1.00 TFLOP/s");
    QCOMPARE(q(workText(0)), "0 FLOP");
    QCOMPARE(q(workText(128)), "128 FLOP");
}

void TestText::groupsCounts()
{
    QCOMPARE(q(countText(0)), "0");
    QCOMPARE(q(countText(999)), "999");
    QCOMPARE(q(countText(10214)), "10,214");
    QCOMPARE(q(countText(1234567890)), "1,234,567,890");
    QCOMPARE(
        q(integerText(std::numeric_limits<std::int64_t>::min())), "−9,223,372,036,854,775,808");
    QCOMPARE(q(countOf(1, "node", "nodes")), "1 node");
    QCOMPARE(q(countOf(10214, "node", "nodes")), "10,214 nodes");
}

void TestText::usesPlainAsciiInFiles()
{
    QCOMPARE(q(countText(10214, NumberStyle::File)), "10214");
    QCOMPARE(q(integerText(-10214, NumberStyle::File)), "-10214");
    QCOMPARE(q(numberText(-12345.6, 3, NumberStyle::File)), "-12346");
    QCOMPARE(q(numberText(-std::numeric_limits<double>::infinity(), 3, NumberStyle::File)), "-inf");
}

void TestText::makesForeignTextVisible_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("empty") << QByteArray() << "";
    QTest::newRow("plain") << QByteArray("layers.7/Attention") << "layers.7/Attention";
    QTest::newRow("other scripts") << QByteArray("Größe 卷积 😀") << "Größe 卷积 😀";
    QTest::newRow("control characters") << QByteArray("a\0b\n\x1b\x7f", 6) << "a␀b␊␛␡";
    QTest::newRow("right-to-left override") << QByteArray("a\u202Egnp.exe") << "a‹U+202E›gnp.exe";
    QTest::newRow("zero-width space") << QByteArray("a\u200Bb") << "a‹U+200B›b";
    QTest::newRow("broken UTF-8") << QByteArray("a\xFF\xC3") << "a\uFFFD\uFFFD";
    QTest::newRow("overlong form") << QByteArray("\xC0\x80") << "\uFFFD\uFFFD";
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << "\uFFFD\uFFFD\uFFFD";
    QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80") << "\uFFFD\uFFFD\uFFFD\uFFFD";
}

void TestText::makesForeignTextVisible()
{
    QFETCH(QByteArray, text);
    QTEST(q(sanitise(text.toStdString())), "expected");
    QCOMPARE(q(sanitise("a\n\tb", Lines::Several)), "a\n\tb");
}

void TestText::elidesInTheMiddle_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("expected");
    QTest::newRow("short enough") << "abc" << 3 << "abc";
    QTest::newRow("even rest") << "abcdef" << 5 << "ab…ef";
    QTest::newRow("odd rest: the end is longer") << "abcdef" << 4 << "a…ef";
    QTest::newRow("counts characters, not bytes") << "äöüß" << 4 << "äöüß";
    QTest::newRow("cuts between characters") << "äöüßé" << 3 << "ä…é";
    QTest::newRow("one") << "abc" << 1 << "…";
    QTest::newRow("none") << "abc" << 0 << "";
    const auto umlauts = QString(u'ä').repeated(1000);
    QTest::newRow("only the ends of a huge text are looked at")
        << "ab" + umlauts + "yz" << 6 << QString::fromUtf8("ab…äyz");
    QTest::newRow("huge, in whole characters") << umlauts << 4 << QString::fromUtf8("ä…ää");
}

void TestText::elidesInTheMiddle()
{
    QFETCH(QString, text);
    QFETCH(int, limit);
    QTEST(q(elideMiddle(text.toStdString(), static_cast<std::size_t>(limit))), "expected");
}

void TestText::elidesPathsNearTheirBegin_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("expected");
    QTest::newRow("short enough") << "abc" << 3 << "abc";
    QTest::newRow("two thirds are the end") << "abcdefghij" << 7 << "ab…ghij";
    QTest::newRow("an exporter's name")
        << "torch_nn_modules_linear_Linear_model_layers_0_self_attn_q_proj_1" << 28
        << QString::fromUtf8("torch_nn_…self_attn_q_proj_1");
    QTest::newRow("one") << "abc" << 1 << "…";
    QTest::newRow("none") << "abc" << 0 << "";
}

void TestText::elidesPathsNearTheirBegin()
{
    QFETCH(QString, text);
    QFETCH(int, limit);
    QTEST(q(elidePath(text.toStdString(), static_cast<std::size_t>(limit))), "expected");
}

void TestText::fillsSentences()
{
    QCOMPARE(q(Sentence().text()), QString());
    QCOMPARE(q(filled("%2 of %1, %3 and 5 % of %0", "all", { "%2", "b" })),
        QStringLiteral("b of %2, %3 and 5 % of all"));
    QCOMPARE(q(Sentence { "ends in %", { "a" } }.text()), QStringLiteral("ends in %"));
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
