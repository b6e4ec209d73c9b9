#include "model/npy.h"
#include "model/onnx/tensor_file.h"
#include "tests/support/ui/sample_model.h"
#include "ui/delegates/roles.h"
#include "ui/tensors/heat_map.h"
#include "ui/tensors/tensor_export.h"
#include "ui/tensors/tensor_table_model.h"
#include "ui/tensors/tensors_table.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using Mode = QAbstractItemModelTester::FailureReportingMode;
using ui::SliceView;
using ui::TensorContent;

namespace {

/// Floats 0, 1, 2 ... of these sizes.
std::shared_ptr<const TensorContent> counting(std::vector<std::int64_t> dims)
{
    SampleModel sample;
    sample.weight("w", dims);
    const auto& tensor = sample.model().tensors.front();
    auto content = std::make_shared<TensorContent>();
    content->name = "w";
    content->element = tensor.element;
    content->dims = std::move(dims);
    content->count = tensor.ref.memory->size() / sizeof(float);
    content->data = { *tensor.ref.memory, tensor.ref.memory };
    return content;
}

SliceView sliceOf(const TensorContent& content) { return { content.dims, ui::defaultSlices(content.dims), 10 }; }

} // namespace

class TestTensorViews : public QObject {
    Q_OBJECT

private slots:
    void theTableShowsTheSlice()
    {
        ui::TensorTableModel table;
        QAbstractItemModelTester tester(&table, Mode::QtTest);
        const auto content = counting({ 2, 3, 4 });
        table.set(content, sliceOf(*content));
        QCOMPARE(table.rowCount(), 3);
        QCOMPARE(table.columnCount(), 4);
        QCOMPARE(table.index(1, 2).data().toString(), QStringLiteral("6.00000"));
        QCOMPARE(table.headerData(1, Qt::Vertical).toString(), QStringLiteral("[0, 1]"));
        QVERIFY(!table.index(2, 3).data(Qt::BackgroundRole).isValid());
        table.setScale(11);
        QVERIFY(table.index(2, 3).data(Qt::BackgroundRole).isValid());
    }

    void theHeatGridKeepsTheOutlierOfAMillion()
    {
        auto content = std::make_shared<TensorContent>();
        content->element = model::ElementType::Int8;
        content->dims = { 3000, 3000 };
        content->count = 9'000'000;
        auto bytes = std::make_shared<std::vector<std::byte>>(content->count);
        (*bytes)[1234 * 3000 + 2345] = std::byte { 0x80 }; // -128
        content->data = { *bytes, bytes };
        const auto grid = ui::makeHeatGrid(*content, sliceOf(*content));
        QVERIFY(grid);
        QCOMPARE(grid->width, ui::heatGridSide);
        QCOMPARE(std::ranges::count(grid->values, -128.0F), std::ptrdiff_t(1));
    }

    void theListNamesEveryWeight()
    {
        SampleModel sample;
        sample.node("n", "Add", { sample.weight("small", { 2 }), sample.weight("large", { 100, 10 }) });
        ui::TensorsTable table;
        QAbstractItemModelTester tester(&table, Mode::QtTest);
        table.setModel(sample.share());
        QCOMPARE(table.rowCount(), 2);
        QCOMPARE(table.index(1, ui::TensorsTable::Size).data().toString(), QStringLiteral("3.91 KiB"));
        QCOMPARE(table.index(1, ui::TensorsTable::Size).data(ui::SortRole).toULongLong(), 4000ULL);
        QCOMPARE(ui::itemOf(table.index(1, 0).data(ui::ItemRole)).kind, ui::SelectedItem::Kind::Value);
    }

    void savesInEachForm()
    {
        QTemporaryDir folder;
        const auto content = counting({ 2, 3 });
        const auto path = [&folder](const char* name) { return std::filesystem::path(folder.filePath(QString::fromLatin1(name)).toStdString()); };
        for (const auto* name : { "t.npy", "t.pb", "t.csv", "t.bin" })
            QVERIFY(ui::saveTensor(*content, sliceOf(*content), path(name)));
        const auto npy = model::readNpy(path("t.npy"));
        QVERIFY(npy);
        QCOMPARE(npy->dims, content->dims);
        QVERIFY(std::ranges::equal(npy->bytes, content->data.bytes));
        const auto message = model::onnx::readTensorFile(path("t.pb"));
        QVERIFY(message);
        QVERIFY(std::ranges::equal(message->tensor.bytes, content->data.bytes));
        QFile csv(folder.filePath(QStringLiteral("t.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readLine().count(','), qsizetype(2));
        QCOMPARE(QFile(folder.filePath(QStringLiteral("t.bin"))).size(), qint64(24));
        QVERIFY(!ui::saveTensor(*content, sliceOf(*content), path("t.xyz")));
    }
};

QTEST_MAIN(TestTensorViews)
#include "tst_tensor_views.moc"
