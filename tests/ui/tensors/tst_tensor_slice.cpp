#include "ui/tensors/tensor_slice.h"

#include <QTest>

using ui::DimensionSlice;
using ui::SliceView;

class TestTensorSlice : public QObject {
    Q_OBJECT

private slots:
    void readsOneField_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("size");
        QTest::addColumn<QString>("expected"); // start:stop, start for an index, empty for an error
        QTest::newRow("empty") << "" << qint64(5) << "";
        QTest::newRow("nothing there") << ":" << qint64(0) << "0:0";
        QTest::newRow("all") << " : " << qint64(5) << "0:5";
        QTest::newRow("index") << "3" << qint64(5) << "3";
        QTest::newRow("last") << "-1" << qint64(5) << "4";
        QTest::newRow("too far") << "5" << qint64(5) << "";
        QTest::newRow("range") << "1 : 3" << qint64(5) << "1:3";
        QTest::newRow("open range") << "2:" << qint64(5) << "2:5";
        QTest::newRow("range from the end") << "-2:" << qint64(5) << "3:5";
        QTest::newRow("cut at the end") << "1:999" << qint64(5) << "1:5";
        QTest::newRow("backwards") << "3:1" << qint64(5) << "";
        QTest::newRow("words") << "a:b" << qint64(5) << "";
        QTest::newRow("overflow") << "99999999999999999999" << qint64(5) << "";
    }
    void readsOneField()
    {
        QFETCH(QString, text);
        QFETCH(qint64, size);
        QFETCH(QString, expected);
        const auto slice = ui::parseSlice(text.toStdString(), size);
        QString found;
        if (slice)
            found = slice->isIndex ? QString::number(slice->start)
                                   : QStringLiteral("%1:%2").arg(slice->start).arg(slice->stop);
        QCOMPARE(found, expected);
    }

    void showsTheLastTwoDimensionsAtFirst()
    {
        const std::vector<std::int64_t> dims { 2, 3, 4, 5 };
        const SliceView view(dims, ui::defaultSlices(dims), 10);
        QCOMPARE(view.rows(), std::uint64_t(4));
        QCOMPARE(view.columns(), std::uint64_t(5));
        QCOMPARE(view.element(1, 2), std::uint64_t(7));
        QCOMPARE(QString::fromStdString(view.rowLabel(3)), QStringLiteral("[0, 0, 3]"));
    }

    void leadsFromCellToElementAndBack()
    {
        const std::vector<std::int64_t> dims { 3, 4, 5 };
        const std::vector<DimensionSlice> slices { { 1, 3, false }, { 2, 3, true },
            { 1, 5, false } };
        const SliceView view(dims, slices, 10);
        QCOMPARE(view.rows(), std::uint64_t(2));
        QCOMPARE(view.columns(), std::uint64_t(4));
        for (std::uint64_t row = 0; row < view.rows(); ++row) {
            for (std::uint64_t column = 0; column < view.columns(); ++column) {
                const auto cell = view.find(view.element(row, column));
                QVERIFY(cell.isShown);
                QCOMPARE(cell.row, row);
                QCOMPARE(cell.column, column);
            }
        }
        QVERIFY(!view.find(0).isShown);
        QCOMPARE(view.element(1, 3), std::uint64_t(2 * 20 + 2 * 5 + 4));
    }

    void wrapsAVector()
    {
        const std::vector<std::int64_t> dims { 25 };
        const SliceView view(dims, ui::defaultSlices(dims), 10);
        QCOMPARE(view.rows(), std::uint64_t(3));
        QVERIFY(view.has(2, 4));
        QVERIFY(!view.has(2, 5));
        QCOMPARE(QString::fromStdString(view.rowLabel(2)), QStringLiteral("[20]"));
    }

    void showsAScalarAndNothing()
    {
        const SliceView scalar({}, {}, 10);
        QCOMPARE(scalar.rows(), std::uint64_t(1));
        QCOMPARE(scalar.element(0, 0), std::uint64_t(0));
        const std::vector<std::int64_t> empty { 0, 4 };
        QCOMPARE(SliceView(empty, ui::defaultSlices(empty), 10).rows(), std::uint64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestTensorSlice)
#include "tst_tensor_slice.moc"
