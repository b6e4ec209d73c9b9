// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/compare/longest_common_subsequence.h"

#include <string_view>

namespace {

std::vector<std::uint64_t> keysOf(const QString& text)
{
    std::vector<std::uint64_t> keys;
    for (const auto sign : text)
        keys.push_back(sign.unicode());
    return keys;
}

/// The places in both, and that they are of equal keys.
QString pairsOf(
    const QString& a, const QString& b, std::size_t maxCells = model::maxSubsequenceCells)
{
    QStringList pairs;
    for (const auto& [i, j] : model::longestCommonSubsequence(keysOf(a), keysOf(b), maxCells)) {
        if (a[qsizetype(i)] != b[qsizetype(j)])
            return QStringLiteral("not equal");
        pairs << QStringLiteral("%1=%2").arg(i).arg(j);
    }
    return pairs.join(u' ');
}

} // namespace

/// The longest sequence that two have in the same order.
class TestLongestCommonSubsequence : public QObject {
    Q_OBJECT

private slots:
    void placesAreFound_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << ""
                               << ""
                               << "";
        QTest::newRow("one empty") << ""
                                   << "abc"
                                   << "";
        QTest::newRow("equal") << "abc"
                               << "abc"
                               << "0=0 1=1 2=2";
        QTest::newRow("added in the middle") << "ac"
                                             << "abc"
                                             << "0=0 1=2";
        QTest::newRow("added at the begin") << "bc"
                                            << "abc"
                                            << "0=1 1=2";
        QTest::newRow("nothing in common") << "abc"
                                           << "xyz"
                                           << "";
        QTest::newRow("replaced between") << "manarm"
                                          << "xayarz"
                                          << "1=1 3=3 4=4";
        QTest::newRow("turned round") << "ab"
                                      << "ba"
                                      << "1=0";
        QTest::newRow("repeats") << "aa"
                                 << "aaaa"
                                 << "0=0 1=1";
    }
    void placesAreFound()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QTEST(pairsOf(a, b), "expected");
    }

    void aMiddleBeyondTheLimitIsLeftOut()
    {
        QCOMPARE(pairsOf("a1x2b", "a3x4b", 9), QStringLiteral("0=0 2=2 4=4"));
        QCOMPARE(pairsOf("a1x2b", "a3x4b", 8), QStringLiteral("0=0 4=4"));
    }
};

QTEST_GUILESS_MAIN(TestLongestCommonSubsequence)
#include "tst_longest_common_subsequence.moc"
