#include <QTest>

#include "profiler/statistics/flame.h"
#include "tests/support/profiler/sample_profile.h"

using namespace profiler;

namespace {

Flame flameFrom(
    std::string_view lines, FlameTime time = FlameTime::Medians, std::optional<TimeSpan> range = {})
{
    const auto profile = testing::profileFromText(lines);
    return flameOf(*profile, *computeStatistics(*profile), time, range);
}

/// Of a frame, as the lines above name it: steps of a text are numbered.
std::string pathOf(const Flame& flame, std::uint32_t frame)
{
    auto path = flame.path(frame);
    for (auto at = path.find("_0"); at != std::string::npos; at = path.find("_0"))
        path.erase(at, 2);
    return path;
}

/// `path start+length`, one frame after the other, row by row.
QStringList text(const Flame& flame)
{
    QStringList lines;
    for (std::uint32_t i = 0; i < flame.frames.size(); ++i)
        lines += QStringLiteral("%1 %2+%3")
                     .arg(QString::fromStdString(pathOf(flame, i)))
                     .arg(flame.frames[i].startNs)
                     .arg(flame.frames[i].ns);
    return lines;
}

std::uint32_t frameOf(const Flame& flame, std::string_view path)
{
    for (std::uint32_t i = 0; i < flame.frames.size(); ++i)
        if (pathOf(flame, i) == path)
            return i;
    return FlameFrame::none;
}

} // namespace

class TestFlame : public QObject {
    Q_OBJECT

private slots:
    void whatIsInAScopeLiesBelowIt_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QStringList>("wanted");
        QTest::newRow("no steps") << "run 0 1000\n" << QStringList { "all operators 0+0" };
        QTest::newRow("names without scopes")
            << "run 0 1000\n  Conv 100 400\n  Relu 600 100\n"
            << QStringList { "all operators 0+500", "Conv 0+400", "Relu 400+100" };
        QTest::newRow("a scope that comes back is one frame")
            << "run 0 1000\n  a/Conv 100 100\n  b/Add 200 100\n  a/Relu 300 100\n"
            << QStringList { "all operators 0+300", "a 0+200", "b 200+100", "a/Conv 0+100",
                   "a/Relu 100+100", "b/Add 200+100" };
        QTest::newRow("what all begin with is left out")
            << "run 0 1000\n  m/x/Conv 100 100\n  m/y/Add 200 100\n"
            << QStringList { "all operators 0+200", "x 0+100", "y 100+100", "x/Conv 0+100",
                   "y/Add 100+100" };
        QTest::newRow("a scope with one scope in it is no level")
            << "run 0 1000\n  a/x/Conv 100 100\n  b/Add 200 100\n"
            << QStringList { "all operators 0+200", "a/x 0+100", "b 100+100", "a/x/Conv 0+100",
                   "b/Add 100+100" };
        QTest::newRow("what comes from no node lies apart")
            << "run 0 1000\n  Conv 100 100\n  reorder! 200 50\n"
            << QStringList { "all operators 0+150", "Conv 0+100", "reorders and copies 100+50",
                   "reorders and copies/reorder! 100+50" };
        QTest::newRow("phases lie below their operator")
            << "run 0 1000\n  Conv 100 400\n    reorder 120 20\n"
            << QStringList { "all operators 0+400", "Conv 0+400", "Conv/reorder 0+20",
                   "Conv/kernel 20+380" };
    }
    void whatIsInAScopeLiesBelowIt()
    {
        QFETCH(QString, lines);
        QFETCH(QStringList, wanted);
        auto found = text(flameFrom(lines.toStdString()));
        QCOMPARE(found.join(u'\n'), wanted.join(u'\n'));
    }

    void theMedianRunAddsUpToItsWall()
    {
        const auto flame
            = flameFrom("run 0 1000\n  Conv 100 400\n  Relu 600 100\n", FlameTime::MedianRun);
        QCOMPARE(flame.root().ns, 1000.0);
        QCOMPARE(flame.frames[frameOf(flame, "between operators")].ns, 500.0);
        QCOMPARE(flame.share(flame.frames[frameOf(flame, "Conv")]), 0.4);
    }

    void aRangeCutsWhatItCrosses()
    {
        const auto flame = flameFrom("run 0 1000\n  Conv 100 400\n  Relu 600 100\n",
            FlameTime::Range, TimeSpan { 300, 650 });
        QCOMPARE(text(flame).join(u'\n'),
            QStringLiteral("all operators 0+250\nConv 0+200\nRelu 200+50"));
        QCOMPARE(flame.wallNs, 350.0);
    }

    void framesKnowTheirSteps()
    {
        const auto flame
            = flameFrom("run 0 1000\n  a/Conv 100 100\n  b/Add 200 100\n  a/Relu 300 100\n");
        const auto scope = frameOf(flame, "a");
        QCOMPARE(flame.stepsIn(scope), (std::vector { engine::StepId(0u), engine::StepId(2u) }));
        QCOMPARE(flame.frames[scope].steps, 2u);
        QCOMPARE(flame.ofStep[1], frameOf(flame, "b/Add"));
        QVERIFY(flame.isIn(flame.ofStep[0], scope));
        QVERIFY(!flame.isIn(flame.ofStep[1], scope));
    }

    void everyFrameIsAsWideAsWhatLiesInIt()
    {
        const auto profile = testing::sampleProfile({ .steps = 30 });
        const auto statistics = computeStatistics(*profile);
        for (const auto time : { FlameTime::Medians, FlameTime::MedianRun }) {
            const auto flame = flameOf(*profile, *statistics, time);
            for (const auto& frame : flame.frames) {
                double inside = 0;
                double at = frame.startNs;
                for (std::uint32_t i = 0; i < frame.children; ++i) {
                    const auto& child = flame.frames[frame.firstChild + i];
                    QCOMPARE(child.startNs, at);
                    inside += child.ns;
                    at += child.ns;
                }
                QVERIFY(inside <= frame.ns * (1 + 1e-9) + 1e-6);
                if (frame.kind == FlameFrame::Kind::Scope || frame.kind == FlameFrame::Kind::Root)
                    QVERIFY(std::abs(inside - frame.ns) <= frame.ns * 1e-9 + 1e-6);
            }
        }
        const auto run = medianRun(*profile);
        const auto flame = flameOf(*profile, *statistics, FlameTime::MedianRun);
        QVERIFY(std::abs(flame.root().ns - static_cast<double>(profile->runs[*run].wallNs)) < 1);
    }

    void boxesAreAtMostOnePerPixelAndRow()
    {
        std::string lines = "run 0 100000000\n";
        for (int i = 0; i < 20000; ++i)
            lines += "  s" + std::to_string(i % 40) + "/Op" + std::to_string(i) + " "
                + std::to_string(i * 1000) + " 900\n";
        const auto flame = flameFrom(lines);
        const auto boxes = flameBoxes(flame, 0, 300);
        std::size_t perRow[4] = {};
        std::uint32_t operators = 0;
        for (const auto& box : boxes) {
            QVERIFY(box.row < 4);
            ++perRow[box.row];
            if (box.row == 2)
                operators += box.count;
        }
        QCOMPARE(operators, 20000u); // nothing is lost
        QVERIFY(perRow[2] <= 300 + 40 * 2);
    }

    void zoomedInWhatLiesAroundStaysAbove()
    {
        const auto flame
            = flameFrom("run 0 1000\n  a/Conv 100 100\n  b/Add 200 100\n  a/Relu 300 100\n");
        const auto boxes = flameBoxes(flame, frameOf(flame, "a"), 100);
        QCOMPARE(boxes.size(), std::size_t(4));
        QCOMPARE(boxes[0].frame, 0u);
        QCOMPARE(boxes[0].width, 100.0);
        QCOMPARE(boxes[1].frame, frameOf(flame, "a"));
        QCOMPARE(boxes[3].x, 50.0);
    }
};

QTEST_GUILESS_MAIN(TestFlame)
#include "tst_flame.moc"
