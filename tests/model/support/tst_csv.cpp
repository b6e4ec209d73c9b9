#include <QTest>

#include "model/support/csv.h"

class TestCsv : public QObject {
    Q_OBJECT

private slots:
    void aCellIsSafeAndReadsBack_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("plain") << "Conv_1"
                               << "Conv_1";
        QTest::newRow("comma") << "a,b"
                               << "\"a,b\"";
        QTest::newRow("quote") << "a\"b"
                               << "\"a\"\"b\"";
        QTest::newRow("line break") << "a\nb"
                                    << "\"a\nb\"";
        QTest::newRow("formula") << "=1+1"
                                 << "'=1+1";
        QTest::newRow("formula with a plus") << "+cmd|' /C calc'!A0"
                                             << "'+cmd|' /C calc'!A0";
        QTest::newRow("at") << "@SUM(A1)"
                            << "'@SUM(A1)";
        QTest::newRow("minus that computes") << "-1-1"
                                             << "'-1-1";
        QTest::newRow("negative number") << "-1.5e-3"
                                         << "-1.5e-3";
        QTest::newRow("number with a plus") << "+4.9"
                                            << "+4.9";
        QTest::newRow("tab") << "\tx"
                             << "'\tx";
        QTest::newRow("terminal") << "a\x1b[2J"
                                  << "a␛[2J";
        QTest::newRow("direction") << QString::fromUtf8("a\u202eb") << "a‹U+202E›b";
        QTest::newRow("formula with comma") << "=a,b"
                                            << "\"'=a,b\"";
    }
    void aCellIsSafeAndReadsBack()
    {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(QString::fromStdString(support::csvCell(text.toStdString())), wanted);
    }

    void illFormedTextBecomesMarks()
    {
        QCOMPARE(support::csvCell("a\xff"), std::string("a\xef\xbf\xbd"));
    }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "tst_csv.moc"
