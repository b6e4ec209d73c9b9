#include "ui/delegates/cell_delegate.h"
#include "ui/delegates/roles.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QStandardItemModel>
#include <QTest>

using ui::TableForm;

namespace {

QStandardItem* item(const QString& text) { return new QStandardItem(text); }

void fill(QStandardItemModel& model)
{
    model.setHorizontalHeaderLabels({ QStringLiteral("Name"), QStringLiteral("Time") });
    auto* time = item(QStringLiteral("−1,230 µs"));
    time->setData(QStringLiteral("-1230"), ui::CopyRole);
    time->setTextAlignment(Qt::AlignRight);
    model.appendRow({ item(QStringLiteral("a,\"b\"|c")), time });
    model.appendRow({ item(QStringLiteral("=SUM(A1)")), item(QStringLiteral("-5")) });
}

} // namespace

class TestTableCopy : public QObject {
    Q_OBJECT

private slots:
    void writesEachForm_data()
    {
        QTest::addColumn<int>("form");
        QTest::addColumn<QString>("expected");
        QTest::newRow("text") << static_cast<int>(TableForm::Text)
                              << QStringLiteral("Name\tTime\na,\"b\"|c\t-1230\n=SUM(A1)\t-5\n");
        QTest::newRow("csv quotes and disarms formulas")
            << static_cast<int>(TableForm::Csv)
            << QStringLiteral("Name,Time\r\n\"a,\"\"b\"\"|c\",-1230\r\n'=SUM(A1),-5\r\n");
        QTest::newRow("markdown escapes and aligns")
            << static_cast<int>(TableForm::Markdown)
            << QStringLiteral(
                   "| Name | Time |\n| --- | ---: |\n| a,\"b\"\\|c | -1230 |\n| =SUM(A1) | -5 |\n");
    }
    void writesEachForm()
    {
        QFETCH(int, form);
        QFETCH(QString, expected);
        QStandardItemModel model;
        fill(model);
        QTreeView view;
        view.setModel(&model);
        QCOMPARE(ui::viewText(view, static_cast<TableForm>(form)), expected);
    }

    void copiesOnlySelectedRowsAndVisibleColumns()
    {
        QStandardItemModel model;
        fill(model);
        QTreeView view;
        view.setModel(&model);
        view.header()->hideSection(0);
        view.setSelectionBehavior(QAbstractItemView::SelectRows);
        view.selectionModel()->select(
            model.index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(ui::viewText(view, TableForm::Text), QStringLiteral("Time\n-5\n"));
    }

    void copiesByTheActionWhileTheTableHasTheFocus()
    {
        QWidget window;
        ui::ActionTable actions(&window);
        ui::TableView view(actions, &window);
        QStandardItemModel model;
        fill(model);
        view.setModel(&model);
        window.show();
        window.activateWindow();
        view.setFocus();
        QTRY_VERIFY(view.hasFocus());
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Name\tTime")));
        actions.action(QStringLiteral("edit.copyMarkdown"))->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("| Name")));
    }

    void barsStayInsideTheirCell_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("width");
        QTest::newRow("nothing") << 0.0 << 0;
        QTest::newRow("not a number") << std::nan("") << 0;
        QTest::newRow("negative") << -1.0 << 0;
        QTest::newRow("tiny is visible") << 1e-9 << 1;
        QTest::newRow("half") << 0.5 << 50;
        QTest::newRow("more than all") << 3.0 << 100;
    }
    void barsStayInsideTheirCell()
    {
        QFETCH(double, share);
        QFETCH(int, width);
        QCOMPARE(ui::barRect(QRect(0, 0, 104, 24), share).width(), width);
    }

    void showsForeignTextAsText()
    {
        QCOMPARE(ui::plain("a\nb"), QStringLiteral("a␊b"));
        const std::string huge(10'000'000, 'x');
        QVERIFY(ui::plain(huge, 100).size() <= 101);
        QVERIFY(ui::toolTipOf(QStringLiteral("<b>")).contains(QStringLiteral("&lt;b&gt;")));
    }
};

QTEST_MAIN(TestTableCopy)
#include "tst_table_copy.moc"
