#include "ui/document/selection.h"
#include "ui/document/step_selection.h"

#include <QSignalSpy>
#include <QTest>

using ui::SelectedItem;
using ui::Selection;

namespace {

SelectedItem node(std::uint32_t id) { return { SelectedItem::Kind::Node, id }; }

} // namespace

class TestSelection : public QObject {
    Q_OBJECT

private slots:
    void tellsOfAChangeOnce()
    {
        Selection selection;
        QSignalSpy spy(&selection, &Selection::changed);
        selection.select(node(1));
        selection.select(node(1));
        QCOMPARE(spy.count(), 1);
        QCOMPARE(selection.current(), node(1));
    }

    void togglesItemsOfASet()
    {
        Selection selection;
        selection.select(node(1));
        selection.toggle(node(2));
        QCOMPARE(selection.items().size(), 2);
        selection.toggle(node(2));
        QCOMPARE(selection.items(), QList<SelectedItem>({ node(1) }));
        QCOMPARE(selection.current(), node(1));
    }

    void goesBackAndForwardThroughWhatWasSelected()
    {
        Selection selection;
        for (const std::uint32_t id : { 1U, 2U, 3U })
            selection.select(node(id));
        selection.goBack();
        selection.goBack();
        QCOMPARE(selection.current(), node(1));
        QVERIFY(!selection.canGoBack());
        selection.goForward();
        QCOMPARE(selection.current(), node(2));
        selection.select(node(9)); // cuts node 3, which was ahead
        QVERIFY(!selection.canGoForward());
    }

    /// In time that grows with the sum of both: their product would be 10^11 here, which is past
    /// the time that a test may take.
    void findsTheStepsOfManyNodes()
    {
        constexpr std::uint32_t count = 200'000;
        profiler::Profile profile;
        profile.steps.resize(count);
        QList<SelectedItem> items;
        for (std::uint32_t i = 0; i < count; ++i) {
            for (const auto from : { i, i + count, i + 2 * count }) {
                profiler::Origin origin;
                origin.node = model::NodeId(from);
                profile.steps[i].origins.push_back(origin);
            }
            items << node(i % 2 == 0 ? i + 2 * count : i + 4 * count); // every second step's last
        }
        const auto selected = ui::selectedSteps(profile, items);
        QCOMPARE(selected.size(), std::size_t(count));
        for (std::uint32_t i = 0; i < count; ++i)
            QCOMPARE(selected[i], i % 2 == 0);
        QCOMPARE(ui::selectedSteps(profile, { { SelectedItem::Kind::Step, 7 } })[7], true);
    }
};

QTEST_GUILESS_MAIN(TestSelection)
#include "tst_selection.moc"
