#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/delegates/shared_row_delegate.h"
#include "ui/document/document.h"
#include "ui/inspectors/elided_label.h"
#include "ui/tables/table_view.h"
#include "ui/window/panel.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>

#include <memory>

namespace {

/// What the style needs for the texts and signs of a cell.
int needs(const QTreeView& view, const QModelIndex& index)
{
    QStyleOptionViewItem option;
    option.initFrom(&view);
    option.font = view.font();
    option.widget = &view;
    return view.itemDelegate()->sizeHint(option, index).width();
}

} // namespace

/// Texts are not elided where there is room for them.
class TestElision : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }

    void namesOfTheModelTreeUseTheRoomBesideThem()
    {
        DrivenWindow driven(QSize(1024, 700));
        auto* document = driven.open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        const auto* view = driven.panel(QStringLiteral("model"))->findChild<QTreeView*>();
        const auto* delegate = qobject_cast<ui::SharedRowDelegate*>(view->itemDelegate());
        QVERIFY(delegate != nullptr);
        int rows = 0;
        int beyondTheirColumn = 0;
        for (auto index = view->indexAt(QPoint(2, 2)); index.isValid();
             index = view->indexBelow(index)) {
            const auto detail = index.siblingAtColumn(1);
            const auto name = delegate->cellRect(index);
            const auto right = delegate->cellRect(detail);
            QCOMPARE(name.right() + 1, right.left());
            ++rows;
            const int room = right.right() + 1 - name.left();
            if (needs(*view, index) + needs(*view, detail) > room)
                continue;
            QVERIFY2(name.width() >= needs(*view, index), qPrintable(index.data().toString()));
            QVERIFY2(right.width() >= needs(*view, detail), qPrintable(detail.data().toString()));
            beyondTheirColumn += name.width() > view->visualRect(index).width()
                || right.width() > view->visualRect(detail).width();
        }
        QVERIFY(rows > 5);
        QVERIFY(beyondTheirColumn > 0);
    }

    void numbersOfATableAreNotElided()
    {
        DrivenWindow driven(QSize(1024, 700)); // brings the actions
        ui::TableView view(driven->actions());
        QStandardItemModel model(2, 2);
        view.setModel(&model);
        view.resize(400, 200);
        view.header()->setStretchLastSection(false);
        view.setColumnWidth(0, 50);
        view.setColumnWidth(1, 50);
        for (int row = 0; row < 2; ++row) {
            model.setData(model.index(row, 0), QStringLiteral("a name that may be elided"));
            model.setData(model.index(row, 1), QStringLiteral("-0.00042520000001"));
            model.setData(
                model.index(row, 1), int(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
        }
        view.show();
        QTRY_VERIFY(view.columnWidth(1) >= needs(view, model.index(0, 1)));
        QCOMPARE(view.columnWidth(0), 50);
    }

    /// The inspector makes its labels anew at any time, also while the menu of one is open.
    void theMenuOfATextGoesWithIt()
    {
        auto label = std::make_unique<ui::ElidedLabel>(QStringLiteral("a text"));
        label->show();
        QTimer::singleShot(50, [&] { label.reset(); });
        QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(1, 1), QPoint(1, 1));
        QApplication::sendEvent(label.get(), &event);
        QTRY_VERIFY(label == nullptr);
        QVERIFY(QApplication::activePopupWidget() == nullptr);
    }
};

QTEST_MAIN(TestElision)
#include "tst_elision.moc"
