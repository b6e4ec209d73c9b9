#include <QTest>

#include "model/query/query_pattern.h"

using model::QueryPattern;

/// Patterns against texts that are lower-cased already.
class TestQueryPattern : public QObject {
    Q_OBJECT

private slots:
    void finds_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isFound");
        const auto row = [](const char* pattern, const char* text, bool isFound) {
            QTest::addRow("%s in %s", pattern, text)
                << QString::fromUtf8(pattern) << QString::fromUtf8(text) << isFound;
        };
        row("a", "", false);
        row("a*", "", true);
        row("a|b", "xxb", true);
        row("(a|)c", "c", true);
        row("Conv", "conv_1", true);
        row("re.*gex", "re many gex", true);
        row("re.*gex", "gex re", false);
        row("re.*?gex", "re-gex", true);
        row("^conv$", "conv", true);
        row("^conv$", "conv2", false);
        row("^soft|neg$", "xneg", true);
        row("layers\\.1\\b", "/layers.1/q", true);
        row("layers\\.1\\b", "/layers.12/q", false);
        row("layers\\.1\\B", "/layers.12/q", true);
        row("\\bq$", "attn/q", true);
        row("[A-C]x", "bx", true);
        row("[^a-c]x", "bx", false);
        row("[^a-c]x", "dx", true);
        row("[]a]x", "]x", true);
        row("[a\\]]x", "]x", true);
        row("[a-]x", "-x", true);
        row("\\d{2,3}$", "l12", true);
        row("^\\d{2,3}$", "1", false);
        row("^\\d{2,3}$", "1234", false);
        row("^a{2}b{0}c{2,}$", "aaccc", true);
        row("^(ab)+c?$", "ababab", true);
        row("^(ab)+c?$", "ababa", false);
        row("^\\w+\\s\\S\\D\\W$", "conv_1 x.!", true);
        row("a\\.b", "axb", false);
        row("a\\/b", "a/b", true);
        row("^.$", "é", true);
        row("^[^x]$", "é", true);
        row("^[äé]+$", "éä", true);
        row("é{2}", "éé", true);
        row("^é+$", "éé", true);
        row("(?:a|b)c", "bc", true);
        row("(((a)))", "a", true);
        row("a||b", "", true);
    }

    void finds()
    {
        QFETCH(QString, pattern);
        const auto compiled = QueryPattern::compile(pattern.toStdString());
        QVERIFY2(compiled, compiled ? "" : compiled.error().message().c_str());
        QueryPattern::Matcher matcher(*compiled);
        QFETCH(QString, text);
        QTEST(matcher.occursIn(text.toStdString()), "isFound");
        QTEST(matcher.occursIn(text.toStdString()), "isFound"); // from what it remembers
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* pattern, const char* message) {
            QTest::newRow(pattern) << pattern << message;
        };
        row("(a", "a closing bracket");
        row("a)", "a closing bracket without an opening one");
        row("[a", "a closing ]");
        row("*a", "something before *");
        row("a**", "one repetition, not several in a row");
        row("a{2", "a closing }");
        row("a{3,2}", "a number of repetitions such as {2} or {2,5}");
        row("a{9999}", "a number of repetitions up to 1000");
        row("(a{1000}){1000}", "a pattern with fewer repetitions");
        row("(a)\\1", "no back reference");
        row("(?=a)", "no looking ahead or behind");
        row("\\q", "no letter after the backslash but b, d, s, w, t, n, r");
        row("a\\", "a character after the backslash");
        row("[z-a]", "a range from low to high");
        row("[^ä]", "only ASCII characters in [^…]");
    }

    void refuses()
    {
        QFETCH(QString, pattern);
        const auto compiled = QueryPattern::compile(pattern.toStdString());
        QVERIFY(!compiled);
        QTEST(QString::fromStdString(compiled.error().message()), "message");
    }

    void refusesBracketsNestedTooDeep()
    {
        const auto pattern = std::string(150, '(').append("a").append(150, ')');
        QVERIFY(!QueryPattern::compile(pattern));
    }

    /// More sets of states than are remembered: (a|b)*a(a|b){12} has 2^13.
    void forgetsAndGoesOn()
    {
        const auto compiled = QueryPattern::compile("a[ab]{12}c");
        QVERIFY(compiled);
        QueryPattern::Matcher matcher(*compiled);
        std::string text;
        unsigned seed = 1;
        for (int i = 0; i < 100'000; ++i) {
            seed = seed * 1664525U + 1013904223U;
            text += (seed >> 24U) % 2 == 0 ? 'a' : 'b';
        }
        QVERIFY(!matcher.occursIn(text));
        QVERIFY(matcher.occursIn(text + "abbbbbbbbbbbbc"));
    }
};

QTEST_GUILESS_MAIN(TestQueryPattern)
#include "tst_query_pattern.moc"
