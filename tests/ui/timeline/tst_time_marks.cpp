#include <QTest>

#include "ui/document/settings.h"
#include "ui/document/time_marks.h"

#include <QTemporaryDir>

using namespace ui;

class TestTimeMarks : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { settings::useFolder(m_settings.path()); }

    void marksAreKeptInOrderOfTimeAndOnce()
    {
        TimeMarks marks;
        marks = withMark(marks, { 300, 400 });
        marks = withMark(marks, { 100, 100 });
        marks = withMark(marks, { 300, 400 });
        QCOMPARE(marks.size(), 2U);
        QCOMPARE(marks[0].name, QStringLiteral("B"));
        QCOMPARE(marks[1].name, QStringLiteral("A"));
        QCOMPARE(markOf(marks, { 300, 400 }), std::size_t(1));
        QCOMPARE(markOf(marks, { 300, 401 }), std::nullopt);
        marks = withoutMark(marks, 1);
        QCOMPARE(freeMarkName(marks), QStringLiteral("A"));
        QCOMPARE(withoutMark(marks, 7), marks);
    }

    void namesGoOnAfterZ()
    {
        TimeMarks marks;
        for (int i = 0; i < 27; ++i)
            marks = withMark(marks, { i, i + 1 });
        QCOMPARE(marks[25].name, QStringLiteral("Z"));
        QCOMPARE(marks[26].name, QStringLiteral("A1"));
    }

    void theNextMarkIsFoundRoundTheEnds()
    {
        const TimeMarks marks { { { 10, 20 }, "A" }, { { 30, 30 }, "B" }, { { 50, 60 }, "C" } };
        QCOMPARE(nextMark({}, 0, 1), std::nullopt);
        QCOMPARE(nextMark(marks, 0, 1), std::size_t(0));
        QCOMPARE(nextMark(marks, 10, 1), std::size_t(1));
        QCOMPARE(nextMark(marks, 50, 1), std::size_t(0));
        QCOMPARE(nextMark(marks, 50, -1), std::size_t(1));
        QCOMPARE(nextMark(marks, 10, -1), std::size_t(2));
    }

    void marksOfAFileComeBack()
    {
        const auto path = QStringLiteral("/profiles/a b/ü.opscope");
        QVERIFY(loadMarks(path).empty());
        const TimeMarks marks { { { 10, 20'000'000'000 }, "slow <b>" }, { { 30, 30 }, "B" } };
        saveMarks(path, marks);
        QCOMPARE(loadMarks(path), marks);
        saveMarks(path, {});
        QVERIFY(loadMarks(path).empty());
    }
};

QTEST_GUILESS_MAIN(TestTimeMarks)
#include "tst_time_marks.moc"
