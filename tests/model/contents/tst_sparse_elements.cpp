#include "model/contents/sparse_elements.h"

#include <QTest>

#include "model/onnx/parser.h"
#include "tests/support/wire.h"

#include <span>

using namespace model;
namespace wire = testing::wire;

namespace {

constexpr int floats = 1;
constexpr int integers = 7;

template <typename T>
std::string rawData(const std::vector<T>& numbers)
{
    return wire::bytes(
        9, { reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T) });
}

std::string sparse(const std::vector<float>& values, const std::vector<std::int64_t>& indices,
    const std::vector<std::int64_t>& indexDims, const std::vector<std::int64_t>& dims)
{
    const auto count = static_cast<std::int64_t>(values.size());
    return wire::sparseTensor(wire::tensor("w", floats, { count }, rawData(values)),
        wire::tensor("", integers, indexDims, rawData(indices)), dims);
}

} // namespace

/// Sparse initializers and constants of a model: what is stored, and the dense tensor.
class TestSparseElements : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const Model> open(const std::string& sparse)
    {
        const auto bytes = wire::model(wire::nodeField("Identity", { "w" }, { "y" })
            + wire::sparseInitializerField(sparse) + wire::outputField("y"));
        auto model = onnx::parseModel(std::as_bytes(std::span(bytes)), {});
        return model ? *model : nullptr;
    }

private slots:
    void manyValuesAreStoredAndDense()
    {
        // More than the bytes that are copied from a mapped file.
        std::vector<float> values;
        std::vector<std::int64_t> indices;
        for (int i = 0; i < 300; ++i) {
            values.push_back(static_cast<float>(i) + 0.5F);
            indices.push_back(std::int64_t { i } * 7);
        }
        const auto model = open(sparse(values, indices, { 300 }, { 50, 60 }));
        QVERIFY(model != nullptr);
        const auto& tensor = model->tensors.front();
        QVERIFY(tensor.sparse != nullptr);
        const auto stored = loadSparse(*model, *tensor.sparse);
        QVERIFY2(stored, stored ? "" : stored.error().message().c_str());
        QCOMPARE((*stored)->indices.count(), 300U);
        QVERIFY((*stored)->indices.isLinear());
        QCOMPARE((*stored)->indices.stored(299)[0], 2093);
        QCOMPARE((*stored)->values->number(299), 299.5);
        const auto dense = loadTensor(*model, tensor);
        QVERIFY2(dense, dense ? "" : dense.error().message().c_str());
        QCOMPARE((*dense)->count, 3000U);
        QCOMPARE((*dense)->number(2093), 299.5);
        QCOMPARE((*dense)->number(2094), 0.0);
        QCOMPARE((*dense)->number(7), 1.5);
    }

    void coordinatesArePositions()
    {
        const auto model = open(sparse({ 5, 7 }, { 0, 1, 2, 3 }, { 2, 2 }, { 3, 4 }));
        QVERIFY(model != nullptr);
        const auto stored = loadSparse(*model, *model->tensors.front().sparse);
        QVERIFY(stored);
        QVERIFY(!(*stored)->indices.isLinear());
        QCOMPARE((*stored)->indices.element(0), std::optional<std::uint64_t>(1));
        QCOMPARE((*stored)->indices.element(1), std::optional<std::uint64_t>(11));
        const auto dense = loadDense(*model, *model->tensors.front().sparse);
        QVERIFY(dense);
        QCOMPARE((*dense)->number(1), 5.0);
        QCOMPARE((*dense)->number(11), 7.0);
    }

    void aTensorTooLargeToBeDenseIsStillShown()
    {
        const auto model = open(sparse({ 5 }, { 399'999'999 }, { 1 }, { 20'000, 20'000 }));
        QVERIFY(model != nullptr);
        const auto& tensor = model->tensors.front();
        QVERIFY(!loadTensor(*model, tensor));
        const auto stored = loadSparse(*model, *tensor.sparse);
        QVERIFY(stored);
        QCOMPARE((*stored)->indices.element(0), std::optional<std::uint64_t>(399'999'999));
        const auto dense = loadDense(*model, *tensor.sparse);
        QVERIFY(!dense);
        QVERIFY(dense.error().message().find("made dense up to") != std::string::npos);
    }

    void brokenIndicesAreNamed_data()
    {
        QTest::addColumn<QList<qint64>>("indices");
        QTest::addColumn<QList<qint64>>("indexDims");
        QTest::addColumn<bool>("isShown");
        QTest::addColumn<QString>("says");
        using Numbers = QList<qint64>;
        QTest::newRow("outside") << Numbers { 1, 12 } << Numbers { 2 } << true
                                 << "index 12 (number 1) lies outside";
        QTest::newRow("negative") << Numbers { -1, 2 } << Numbers { 2 } << true
                                  << "index -1 (number 0) lies outside";
        QTest::newRow("not ascending")
            << Numbers { 5, 5 } << Numbers { 2 } << true << "not greater than the one before it";
        QTest::newRow("too few") << Numbers { 5 } << Numbers { 1 } << false
                                 << "2 values but 1 index numbers";
        QTest::newRow("outside along one dimension")
            << Numbers { 0, 1, 1, 4 } << Numbers { 2, 2 } << true << "lies outside";
    }
    void brokenIndicesAreNamed()
    {
        QFETCH(QList<qint64>, indices);
        QFETCH(QList<qint64>, indexDims);
        QFETCH(bool, isShown);
        QFETCH(QString, says);
        const auto model = open(sparse({ 5, 7 }, { indices.begin(), indices.end() },
            { indexDims.begin(), indexDims.end() }, { 3, 4 }));
        QVERIFY(model != nullptr);
        const auto& tensor = model->tensors.front();
        QCOMPARE(bool(loadSparse(*model, *tensor.sparse)), isShown);
        for (const auto& dense :
            { loadTensor(*model, tensor), loadDense(*model, *tensor.sparse) }) {
            QVERIFY(!dense);
            QVERIFY2(QString::fromStdString(dense.error().message()).contains(says),
                dense.error().message().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestSparseElements)
#include "tst_sparse_elements.moc"
