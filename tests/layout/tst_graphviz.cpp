#include "layout/layout_engine.h"
#include "tests/support/layout/sample_drawings.h"

#include <QtTest>

class TestGraphviz : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!layout::hasGraphviz())
            QSKIP("this build has no Graphviz");
    }

    void placesSmallDrawingsWithoutFault_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "";
        QTest::newRow("diamond") << "a -> b c\nb -> d\nc -> d";
        QTest::newRow("cycle") << "a -> b\nb -> c\nc -> a";
        QTest::newRow("box that reads itself") << "a -> a b";
        QTest::newRow("residual") << "a -> b\nb -> c\nc -> d\na -> d";
    }
    void placesSmallDrawingsWithoutFault()
    {
        QFETCH(QString, text);
        const auto drawing = testing::drawingFromText(text.toStdString());
        const auto scene = layout::graphviz(drawing);
        QVERIFY2(bool(scene), scene ? "" : scene.error().message().c_str());
        QCOMPARE(QString::fromStdString(testing::faultOf(*scene, drawing)), QString());
    }

    void ordersRanksAsOurLayoutDoes()
    {
        const auto drawing = testing::decoderDrawing(2, true);
        const auto ours = layout::layered(drawing);
        const auto theirs = layout::graphviz(drawing);
        QVERIFY(bool(theirs));
        for (const auto& edge : drawing.edges) {
            QVERIFY(ours->boxRank[edge.tail] < ours->boxRank[edge.head]);
            QVERIFY(theirs->boxRank[edge.tail] < theirs->boxRank[edge.head]);
        }
    }

    void refusesADrawingThatWouldTakeMinutes()
    {
        const auto scene = layout::graphviz(testing::chainDrawing(5000));
        QVERIFY(!scene);
        QVERIFY(scene.error().kind() == support::ErrorKind::Unsupported);
        QVERIFY(scene.error().message().find("4999") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestGraphviz)
#include "tst_graphviz.moc"
