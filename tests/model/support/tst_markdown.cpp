#include <QTest>

#include "model/support/markdown.h"

class TestMarkdown : public QObject {
    Q_OBJECT

private slots:
    void aTextIsShownLetterByLetter_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("plain") << "Conv 1.5 (x)"
                               << "Conv 1.5 (x)";
        QTest::newRow("cell") << "a|b"
                              << "a\\|b";
        QTest::newRow("HTML") << "<img src=x onerror=alert(1)>"
                              << "\\<img src=x onerror=alert(1)\\>";
        QTest::newRow("character reference") << "&lt;b&gt;"
                                             << "\\&lt;b\\&gt;";
        QTest::newRow("link") << "[a](b)"
                              << "\\[a\\](b)";
        QTest::newRow("address") << "https://a.b/c"
                                 << "https\\://a.b/c";
        QTest::newRow("address without scheme") << "www.a.b"
                                                << "www\\.a.b";
        QTest::newRow("emphasis") << "*a* _b_ ~c~ `d`"
                                  << "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`";
        QTest::newRow("backslash before a bar") << "\\|"
                                                << "\\\\\\|";
        QTest::newRow("line break") << "a\n# b"
                                    << "a␊\\# b";
        QTest::newRow("terminal") << "\x1b[31m"
                                  << "␛\\[31m";
        QTest::newRow("direction") << QString::fromUtf8("a\u202eb") << "a‹U+202E›b";
    }
    void aTextIsShownLetterByLetter()
    {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(QString::fromStdString(support::markdownText(text.toStdString())), wanted);
    }
};

QTEST_GUILESS_MAIN(TestMarkdown)
#include "tst_markdown.moc"
