#include "ui/selection.h"

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
};

QTEST_GUILESS_MAIN(TestSelection)
#include "tst_selection.moc"
