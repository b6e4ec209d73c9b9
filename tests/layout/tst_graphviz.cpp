#include "layout/graphviz/graphviz_child.h"
#include "layout/layout_engine.h"
#include "model/process/child_program.h"
#include "tests/support/layout/sample_drawings.h"
#include "tests/support/layout/scene_geometry.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <chrono>
#include <thread>

class TestGraphviz : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!layout::hasGraphviz())
            QSKIP("this build has no Graphviz");
        support::useChildProgram(testing::cliProgram());
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

    void placesDrawingsOfModelsReadably_data()
    {
        QTest::addColumn<int>("layers");
        QTest::newRow("in this process") << 3;
        QTest::newRow("in a child process") << 40;
    }
    void placesDrawingsOfModelsReadably()
    {
        QFETCH(int, layers);
        const auto drawing = testing::decoderDrawing(static_cast<std::size_t>(layers), true);
        const auto scene = layout::graphviz(drawing);
        QVERIFY2(bool(scene), scene ? "" : scene.error().message().c_str());
        QCOMPARE(scene->facts.span > layout::graphvizSpanLimit, layers > 3);
        QCOMPARE(QString::fromStdString(testing::faultOf(*scene, drawing)), QString());
    }

    void placesTheSameInAChildProcess()
    {
        layout::DotRequest request;
        request.rankGap = 50;
        request.boxGap = 20;
        request.boxes.assign(5, { 140, 60 });
        request.edges = { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 2, 3 }, { 0, 4 }, { 3, 4 } };
        const auto here = layout::placeWithDot(request);
        const auto there = layout::placeInChild(request, {});
        QVERIFY(bool(here));
        QVERIFY2(bool(there), there ? "" : there.error().message().c_str());
        QVERIFY(here->centres == there->centres);
        QVERIFY(here->ranks == there->ranks);
        QVERIFY(here->points == there->points);
    }

    void killsTheChildWhenCancelled()
    {
        std::stop_source source;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            source.request_stop();
        });
        QElapsedTimer clock;
        clock.start();
        const auto scene = layout::placeInChild(longRequest(), source.get_token());
        QVERIFY(!scene);
        QVERIFY(scene.error().kind() == support::ErrorKind::Cancelled);
        QVERIFY2(clock.elapsed() < 5000, std::to_string(clock.elapsed()).c_str());
    }

    void endsTheChildAfterTheLimit()
    {
        const auto placed = layout::placeInChild(longRequest(), {}, std::chrono::milliseconds(200));
        QVERIFY(!placed);
        QVERIFY2(placed.error().message().find("did not finish") != std::string::npos,
            placed.error().message().c_str());
    }

    void saysWhatIsWrongWithAChild_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("message");
        QTest::newRow("absent") << "/nonexistent/opscope-cli"
                                << "cannot be started";
        QTest::newRow("another program") << "/bin/true"
                                         << "gave no layout";
    }
    void saysWhatIsWrongWithAChild()
    {
        QFETCH(QString, program);
        QFETCH(QString, message);
        support::useChildProgram(program.toStdString());
        const auto placed = layout::placeInChild(longRequest(), {});
        support::useChildProgram(testing::cliProgram());
        QVERIFY(!placed);
        QVERIFY2(placed.error().message().find(message.toStdString()) != std::string::npos,
            placed.error().message().c_str());
    }

    void refusesADrawingThatWouldTakeMinutes()
    {
        const auto scene = layout::graphviz(testing::chainDrawing(12'000));
        QVERIFY(!scene);
        QVERIFY(scene.error().kind() == support::ErrorKind::Unsupported);
        QVERIFY(scene.error().message().find("11999") != std::string::npos);
    }

private:
    /// Would take minutes.
    static layout::DotRequest longRequest()
    {
        layout::DotRequest request;
        request.rankGap = 50;
        request.boxGap = 20;
        const auto drawing = testing::randomDrawing(3000, 1);
        for (const auto& box : drawing.boxes)
            request.boxes.push_back(box.size);
        for (const auto& edge : drawing.edges)
            request.edges.push_back({ edge.tail, edge.head });
        return request;
    }
};

QTEST_GUILESS_MAIN(TestGraphviz)
#include "tst_graphviz.moc"
