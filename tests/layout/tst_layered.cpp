#include "layout/layout_engine.h"
#include "tests/support/layout/sample_drawings.h"
#include "tests/support/layout/scene_geometry.h"

#include <QtTest>

using layout::Drawing;
using layout::Scene;
using testing::faultOf;

class TestLayered : public QObject {
    Q_OBJECT

private slots:
    void placesEveryDrawingWithoutFault_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "";
        QTest::newRow("one box") << "a";
        QTest::newRow("two boxes without an edge") << "a\nb";
        QTest::newRow("edge") << "a -> b";
        QTest::newRow("diamond") << "a -> b c\nb -> d\nc -> d";
        QTest::newRow("residual") << "a -> b\nb -> c\nc -> d\na -> d";
        QTest::newRow("same value twice") << "a -> b b";
        QTest::newRow("box that reads itself") << "a -> a b";
        QTest::newRow("cycle of two") << "a -> b\nb -> a";
        QTest::newRow("cycle of three with a tail") << "x -> a\na -> b\nb -> c\nc -> a\nc -> y";
        QTest::newRow("long edge past wide boxes")
            << "a -> b c d\nb -> e\nc -> e\nd -> e\ne -> f\na -> f";
        QTest::newRow("fan in") << "a -> z\nb -> z\nc -> z\nd -> z\ne -> z\nf -> z\ng -> z\nh -> "
                                   "z\ni -> z\nj -> z\nk -> z\nl -> z";
    }
    void placesEveryDrawingWithoutFault()
    {
        QFETCH(QString, text);
        for (const auto direction : { layout::Direction::Down, layout::Direction::Right }) {
            Drawing drawing = testing::drawingFromText(text.toStdString());
            drawing.direction = direction;
            const auto scene = layout::layered(drawing);
            QVERIFY(bool(scene));
            QCOMPARE(QString::fromStdString(faultOf(*scene, drawing)), QString());
        }
    }

    void placesLargeDrawingsWithoutFault_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("decoder") << 0;
        QTest::newRow("decoder that shares values") << 1;
        QTest::newRow("random") << 2;
    }
    void placesLargeDrawingsWithoutFault()
    {
        QFETCH(int, kind);
        const Drawing drawing
            = kind == 2 ? testing::randomDrawing(1500, 7) : testing::decoderDrawing(20, kind == 1);
        const auto scene = layout::layered(drawing);
        QVERIFY(bool(scene));
        QCOMPARE(QString::fromStdString(faultOf(*scene, drawing)), QString());
    }

    void rowsUpBoxesThatNobodyReads()
    {
        std::string text = "a -> b\nb -> c";
        for (int i = 0; i < 60; ++i)
            text += "\nlonely" + std::to_string(i);
        const Drawing drawing = testing::drawingFromText(text);
        const auto scene = layout::layered(drawing);
        QVERIFY(bool(scene));
        QCOMPARE(QString::fromStdString(faultOf(*scene, drawing)), QString());
        QVERIFY2(scene->bounds.width < 1500, std::to_string(scene->bounds.width).c_str());
        QVERIFY(scene->boxRank[5] > scene->boxRank[2]);
    }

    void drawsAChainStraight()
    {
        const auto scene = layout::layered(testing::chainDrawing(5));
        QVERIFY(bool(scene));
        for (const auto& box : scene->boxes)
            QCOMPARE(box.x, scene->boxes[0].x);
        for (std::size_t line = 0; line < scene->lineCount(); ++line)
            QCOMPARE(scene->line(line).size(), std::size_t(2));
    }

    void whatEndsOrBeginsALineBesideATallBoxStandsAtTheOtherEnd_data()
    {
        QTest::addColumn<layout::Direction>("direction");
        QTest::newRow("down") << layout::Direction::Down;
        QTest::newRow("right") << layout::Direction::Right;
    }
    void whatEndsOrBeginsALineBesideATallBoxStandsAtTheOtherEnd()
    {
        QFETCH(layout::Direction, direction);
        auto drawing = testing::drawingFromText("a -> tall sink passing\n"
                                                "tall -> end\n"
                                                "source -> end\n"
                                                "passing -> end");
        drawing.direction = direction;
        const auto scene = [&] {
            drawing.boxes[1].size = { 700, 700 };
            return *layout::layered(drawing, {}, {});
        }();
        const auto begin = [&](std::size_t box) {
            return direction == layout::Direction::Down ? scene.boxes[box].y : scene.boxes[box].x;
        };
        const auto end = [&](std::size_t box) {
            return direction == layout::Direction::Down ? scene.boxes[box].bottom()
                                                        : scene.boxes[box].right();
        };
        constexpr std::size_t tall = 1;
        constexpr std::size_t sink = 2;
        constexpr std::size_t passing = 3;
        constexpr std::size_t source = 5;
        QCOMPARE(begin(sink), begin(tall));
        QCOMPARE(end(source), end(tall));
        QVERIFY(begin(passing) > begin(tall) + 200 && end(passing) < end(tall) - 200);
        QCOMPARE(QString::fromStdString(testing::faultOf(scene, drawing)), QString());
    }

    void linesDoNotCrossBeforeABoxThatTheyMeetAtFixedPlaces()
    {
        auto drawing = testing::drawingFromText("a -> frame\n"
                                                "b -> frame\n"
                                                "frame -> c\n"
                                                "frame -> d");
        drawing.boxes[1].size = { 400, 60 };
        drawing.edges[0].headAt = 90; // of a, which was named first
        drawing.edges[1].headAt = -90;
        drawing.edges[2].tailAt = 120;
        drawing.edges[3].tailAt = -120;
        const auto scene = *layout::layered(drawing, {}, {});
        QCOMPARE(testing::drawnCrossings(scene), std::uint64_t(0));
        constexpr std::size_t a = 0;
        constexpr std::size_t b = 2;
        QVERIFY(scene.boxes[b].x < scene.boxes[a].x);
    }

    void placesAHundredThousandBoxesInAChain()
    {
        const auto scene = layout::layered(testing::chainDrawing(100'000));
        QVERIFY(bool(scene));
        QCOMPARE(scene->facts.ranks, 100'000u);
        QCOMPARE(scene->facts.crossings, std::uint64_t(0));
    }

    void givesTheSameSceneForTheSameDrawing()
    {
        const Drawing drawing = testing::randomDrawing(800, 3);
        QVERIFY(
            testing::dump(*layout::layered(drawing)) == testing::dump(*layout::layered(drawing)));
    }

    void keepsCrossingsLow_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("most");
        QTest::newRow("swapped pairs")
            << "a -> y\nb -> x\nc -> w\nr -> a b c\nx -> s\ny -> s\nw -> s" << 0;
        QTest::newRow("tree") << "r -> a b c\na -> d e f\nb -> g h i\nc -> j k l" << 0;
        QTest::newRow("complete 3 by 3") << "a -> x y z\nb -> x y z\nc -> x y z" << 9;
    }
    void keepsCrossingsLow()
    {
        QFETCH(QString, text);
        QFETCH(int, most);
        const auto scene = layout::layered(testing::drawingFromText(text.toStdString()));
        QVERIFY(bool(scene));
        QVERIFY2(scene->facts.crossings <= static_cast<std::uint64_t>(most),
            std::to_string(scene->facts.crossings).c_str());
    }

    void staysNarrowWhenAValueIsReadByEveryLayer()
    {
        const auto scene = layout::layered(testing::decoderDrawing(64, true));
        QVERIFY(bool(scene));
        QVERIFY(scene->facts.cutEdges > 100);
        QVERIFY2(scene->bounds.width < 2500, std::to_string(scene->bounds.width).c_str());
        QVERIFY(scene->facts.crossings < 100);
    }

    void cutsNothingWhenToldSo()
    {
        Drawing drawing = testing::decoderDrawing(10, true);
        drawing.cut.isOn = false;
        const auto scene = layout::layered(drawing);
        QVERIFY(bool(scene));
        QCOMPARE(scene->facts.cutEdges, 0u);
        QVERIFY(scene->chips.empty());
    }

    void keepsTheLinesOfAValueThatAPersonAskedFor()
    {
        Drawing drawing = testing::decoderDrawing(10, true);
        const auto whole = layout::layered(drawing);
        const auto cut = whole->chips.front().value;
        drawing.cut.neverCut.push_back(whole->values[cut]);
        const auto scene = layout::layered(drawing);
        QVERIFY(std::none_of(scene->chips.begin(), scene->chips.end(),
            [&](const auto& chip) { return chip.value == cut; }));
    }

    void givesEveryCutEdgeAChipAtBothEnds()
    {
        const auto scene = layout::layered(testing::decoderDrawing(12, true));
        QVERIFY(bool(scene));
        std::uint32_t readers = 0;
        std::uint32_t announced = 0;
        for (const auto& chip : scene->chips) {
            readers += chip.isProducer() ? 0 : 1;
            announced += chip.readers;
        }
        QCOMPARE(readers, scene->facts.cutEdges);
        QCOMPARE(announced, scene->facts.cutEdges);
    }

    void readersOfOneValueStandInABlock_data()
    {
        QTest::addColumn<layout::Direction>("direction");
        QTest::newRow("down") << layout::Direction::Down;
        QTest::newRow("right") << layout::Direction::Right;
    }
    void readersOfOneValueStandInABlock()
    {
        QFETCH(layout::Direction, direction);
        constexpr int readers = 2000;
        std::string text = "a ->";
        for (int i = 0; i < readers; ++i)
            text += " r" + std::to_string(i);
        auto drawing = testing::drawingFromText(text + "\nr7 -> last");
        drawing.direction = direction;
        const auto scene = layout::layered(drawing);
        QVERIFY(bool(scene));
        QCOMPARE(QString::fromStdString(faultOf(*scene, drawing)), QString());
        QCOMPARE(scene->facts.cutEdges, std::uint32_t(readers));
        QCOMPARE(scene->lineCount(), std::size_t(1)); // to the last one
        const float longer = std::max(scene->bounds.width, scene->bounds.height);
        const float shorter = std::min(scene->bounds.width, scene->bounds.height);
        QVERIFY2(longer < 8 * shorter, std::to_string(longer / shorter).c_str());
        for (std::uint32_t reader = 1; reader <= readers; ++reader)
            QVERIFY(scene->boxRank[reader] > scene->boxRank[0]);
        const auto last = static_cast<std::uint32_t>(scene->boxCount() - 1);
        QVERIFY(scene->boxRank[last] > scene->boxRank[8]);
    }

    void someHundredReadersKeepTheirLines()
    {
        std::string text = "a ->";
        for (int i = 0; i < 256; ++i)
            text += " r" + std::to_string(i);
        const auto scene = layout::layered(testing::drawingFromText(text));
        QVERIFY(bool(scene));
        QCOMPARE(scene->facts.cutEdges, 0U);
    }

    void aBoxWithThousandsOfValuesHasAFewChips()
    {
        constexpr std::uint32_t values = 5000;
        Drawing drawing;
        drawing.boxes.assign(1 + values, { {}, { 140, 60 } });
        for (std::uint32_t i = 0; i < values; ++i) {
            drawing.boxes[1 + i].item.id = 1 + i;
            drawing.values.push_back({ model::ValueId(i), 40, 40 });
            drawing.edges.push_back({ 0, 1 + i, i });
        }
        for (const bool isFanIn : { false, true }) {
            if (isFanIn) {
                for (auto& edge : drawing.edges)
                    std::swap(edge.tail, edge.head);
            }
            const auto scene = layout::layered(drawing);
            QVERIFY(bool(scene));
            QCOMPARE(scene->lineCount(), std::size_t(0));
            QVERIFY(scene->chipsOf(0).size() <= 16);
            std::uint32_t counted = 0;
            for (const auto& chip : scene->chipsOf(0))
                counted += chip.count;
            QCOMPARE(counted, values);
            QCOMPARE(QString::fromStdString(faultOf(*scene, drawing)), QString());
        }
    }

    void stopsWhenAsked()
    {
        std::stop_source source;
        source.request_stop();
        const auto scene = layout::layered(testing::randomDrawing(500, 1), source.get_token());
        QVERIFY(!scene);
        QVERIFY(scene.error().kind() == support::ErrorKind::Cancelled);
    }

    void stopsInTheMiddle_data()
    {
        QTest::addColumn<int>("percent");
        for (const int percent : { 0, 5, 10, 40, 70, 95 })
            QTest::addRow("after %d %%", percent) << percent;
    }
    void stopsInTheMiddle()
    {
        QFETCH(int, percent);
        std::stop_source source;
        const auto progress = [&](std::string_view, std::uint64_t done, std::uint64_t) {
            if (done >= static_cast<std::uint64_t>(percent))
                source.request_stop();
        };
        const auto scene
            = layout::layered(testing::randomDrawing(2000, 1), source.get_token(), progress);
        QVERIFY(!scene);
        QVERIFY(scene.error().kind() == support::ErrorKind::Cancelled);
    }

    void reportsProgressThatOnlyGrows()
    {
        std::uint64_t last = 0;
        bool isGrowing = true;
        const auto scene = layout::layered(testing::randomDrawing(500, 2), {},
            [&](std::string_view, std::uint64_t done, std::uint64_t) {
                isGrowing = isGrowing && done >= last;
                last = done;
            });
        QVERIFY(bool(scene));
        QVERIFY(isGrowing);
        QCOMPARE(last, std::uint64_t(100));
    }
};

QTEST_GUILESS_MAIN(TestLayered)
#include "tst_layered.moc"
