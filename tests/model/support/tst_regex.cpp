#include <QTest>

#include "model/support/regex.h"

using support::Regex;

/// What operators and the Find line expect of RE2.
class TestRegex : public QObject {
    Q_OBJECT

private slots:
    void matchesWholeTexts_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* text, bool matches) {
            QTest::addRow("%s on %s", pattern, text) << pattern << text << matches;
        };
        row("", "", true);
        row("a{2,3}", "aaaa", false);
        row("[[:alpha:]]+", "é", false);
        row("x.y", "x\ny", false);
        row("(?s)x.y", "x\ny", true);
        row("a(?i)b(?-i)c", "aBc", true);
        row("é{2}", "éé", true);
        row("^[^x]$", "é", true);
        row("\\pL+", "aéж漢", true);
        row("[\\p{Cyrillic}\\d]+", "да42", true);
    }
    void matchesWholeTexts()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, text);
        const auto regex = Regex::compile(pattern.toStdString());
        QVERIFY2(regex, regex ? "" : regex.error().message().c_str());
        QTEST(regex->fullMatch(text.toStdString()), "matches");
    }

    void ignoresCaseWhenAsked()
    {
        const auto regex = Regex::compile("conv|[A-C]x", Regex::Case::Insensitive);
        QVERIFY(regex);
        QVERIFY(regex->occursIn("my CONV_1"));
        QVERIFY(regex->occursIn("bX"));
        QVERIFY(!regex->occursIn("dx"));
        QVERIFY(!Regex::compile("conv")->occursIn("CONV"));
    }

    void findsFromAPlaceOn()
    {
        const auto regex = Regex::compile("\\bab?|^x");
        QVERIFY(regex);
        const std::string_view text = "xa ab";
        const auto first = regex->find(text, 0);
        QVERIFY(first);
        QCOMPARE(first->begin, 0u);
        QCOMPARE(first->end, 1u);
        const auto second = regex->find(text, 1); // neither a new text nor the border of a word
        QVERIFY(second);
        QCOMPARE(second->begin, 3u);
        QCOMPARE(second->end, 5u);
        QVERIFY(!regex->find(text, 4));
        QVERIFY(!regex->find(text, 6));
    }

    void refusesWhatRe2DoesNotKnow_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char* pattern : { "a**", "(a", "a)", "[a", "\\", "\\p{Klingon}", "(a)\\1",
                 "(?=a)", "[z-a]", "(a{1000}){1000}" })
            QTest::newRow(pattern) << pattern;
    }
    void refusesWhatRe2DoesNotKnow()
    {
        QFETCH(QString, pattern);
        const auto regex = Regex::compile(pattern.toStdString());
        QVERIFY(!regex);
        QVERIFY(!regex.error().message().empty());
    }

    /// A matcher that goes back would need 2^10000 steps.
    void takesLinearTime()
    {
        const auto regex = Regex::compile("(a+)+b");
        QVERIFY(regex);
        QVERIFY(!regex->occursIn(std::string(10'000, 'a')));
    }
};

QTEST_GUILESS_MAIN(TestRegex)
#include "tst_regex.moc"
