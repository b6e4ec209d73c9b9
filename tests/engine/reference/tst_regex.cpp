#include <QTest>

#include "engine/reference/regex.h"

/// What RE2's syntax promises, on whole texts.
class TestRegex : public QObject {
    Q_OBJECT

private slots:
    void matchesWholeTexts_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("matches");
        auto row = [](const char* pattern, const char* text, bool matches) {
            QTest::addRow("%s on %s", pattern, text) << pattern << text << matches;
        };
        row("", "", true);
        row("a{2,3}", "aaaa", false);
        row("\\x41_\\d", "A_7", true);
        row("\\x{e9}", "é", true);
        row("\\101\\0", "A", false);
        row("\\101", "A", true);
        row("\\Qa.b\\E+", "a.bb", true);
        row("\\Qa.b\\E", "axb", false);
        row("[[:alpha:]]+[[:^digit:]]", "ab!", true);
        row("[[:alpha:]]+", "é", false);
        row("[\\D]+", "1", false);
        row("[^\\D]+", "12", true);
        row("[\\x30-\\x39]+", "42", true);
        row("x.y", "x\ny", false);
        row("(?s)x.y", "x\ny", true);
        row("(?s:x.)y.", "x\ny\n", false);
        row("a(?i)b(?-i)c", "aBC", false);
        row("a(?i)b(?-i)c", "aBc", true);
        row("(a(?i)b)c", "aBC", false);
        row("(?i:aB)c", "AbC", false);
        row("(?m)a$\n^b", "a\nb", true);
        row("a$\n^b", "a\nb", false);
        row("\\Aabc\\z", "abc", true);
        row("(?P<name>a)(?<other>b)", "ab", true);
        row("[]a]+", "]a", true);
        row("\\bfoo.*", "foo bar", true);
        row("\\pL+", "aéж漢", true);
        row("\\pL", "1", false);
        row("\\p{Lu}\\p{Ll}+", "Éte", true);
        row("\\p{Lu}", "é", false);
        row("\\PL+", "1 €", true);
        row("\\p{^L}", "x", false);
        row("\\P{^L}", "x", true);
        row("\\p{Greek}+", "λόγος", true);
        row("\\p{Greek}", "l", false);
        row("\\p{Han}{2}", "漢字", true);
        row("\\p{Yi}", "ꀀ", true);
        row("[\\p{Cyrillic}\\d]+", "да42", true);
        row("[^\\pN]+", "ab", true);
        row("[^\\pN]+", "a٣", false);
        row("\\p{Any}{3}", "a\n€", true);
        row("\\p{Sc}\\p{Nd}+", "€42", true);
        row("\\P{Any}", "a", false);
    }
    void matchesWholeTexts()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, text);
        const auto regex = engine::Regex::compile(pattern.toStdString());
        QVERIFY2(regex, regex ? "" : regex.error().message().c_str());
        QTEST(regex->matchesWhole(text.toStdString()), "matches");
    }

    void refusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char* pattern :
            { "a**", "(a", "a)", "[a", "\\", "\\p", "\\p{L", "\\p{Klingon}", "\\pX", "\\p{Cn}",
                "\\p{}", "\\1", "(?=a)", "[z-a]", "[[:none:]]", "\\x{110000}", "\\xg1", "(?" })
            QTest::newRow(pattern) << pattern;
    }
    void refusesWhatItDoesNotKnow()
    {
        QFETCH(QString, pattern);
        const auto regex = engine::Regex::compile(pattern.toStdString());
        QVERIFY(!regex);
        QVERIFY(!regex.error().message().empty());
    }
};

QTEST_GUILESS_MAIN(TestRegex)
#include "tst_regex.moc"
