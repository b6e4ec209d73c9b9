// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/cpu/vector_table.h"
#include "tests/support/engine/kernel_bench.h"

#include <bit>
#include <cmath>

using namespace engine;

namespace {

enum class Storage { Float, Half, Bfloat };

/// Numbers that only this type and larger ones hold, with the ends of their ranges.
float numberOf(Storage storage, std::size_t i)
{
    const auto share = static_cast<float>((i * 37 + 11) % 255) - 127.0F; // 7 bits and a sign
    switch (storage) {
    case Storage::Float:
        return share / 127.0F;
    case Storage::Half:
        return i % 61 == 7 ? 65504.0F : i % 61 == 9 ? -0x1p-24F : share * (0x1p-9F + 0x1p-11F);
    case Storage::Bfloat:
        return i % 61 == 7 ? 0x1p60F : i % 61 == 9 ? -0x1p-120F : share * 0x1p20F;
    }
    return 0;
}

engine::Tensor drawn(Storage storage, Dims dims)
{
    auto tensor = makeTensor(ElementType::Float, std::move(dims));
    for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.count()); ++i)
        tensor.as<float>()[i] = numberOf(storage, i);
    return tensor;
}

struct Product {
    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
    bool isTransposed;

    std::string text() const
    {
        const auto dims = [](std::int64_t a, std::int64_t b) {
            return "float[" + std::to_string(a) + "," + std::to_string(b) + "]";
        };
        return "Gemm-13(" + dims(m, k) + ", " + (isTransposed ? dims(n, k) : dims(k, n))
            + ", float[" + std::to_string(n) + "]) {transB: " + (isTransposed ? "1" : "0") + "}";
    }
};

/// Compares with sums in double. Returns where they differ by more than the rounding of floats.
QString problemOf(
    const Product& product, const std::vector<engine::Tensor>& inputs, const engine::Tensor& found)
{
    const auto [m, n, k, isTransposed] = product;
    const auto a = inputs[0].as<float>();
    const auto b = inputs[1].as<float>();
    for (std::int64_t row = 0; row < m; ++row) {
        for (std::int64_t column = 0; column < n; ++column) {
            double sum = inputs[2].as<float>()[column];
            double size = std::abs(sum);
            for (std::int64_t p = 0; p < k; ++p) {
                const double term = double(a[row * k + p])
                    * double(b[isTransposed ? column * k + p : p * n + column]);
                sum += term;
                size += std::abs(term);
            }
            const double is = found.as<float>()[row * n + column];
            if (!(std::abs(is - sum) <= 0x1p-24 * static_cast<double>(k + 2) * size))
                return QString("row %1, column %2 of %3×%4×%5: %6, expected %7")
                    .arg(row)
                    .arg(column)
                    .arg(m)
                    .arg(n)
                    .arg(k)
                    .arg(is)
                    .arg(sum);
        }
    }
    return {};
}

}

/// Products of few rows with constant weights, which are kept in the smallest type that holds them.
class TestStreamedWeights : public QObject {
    Q_OBJECT

private slots:
    void multipliesAsInDouble_data()
    {
        QTest::addColumn<int>("set");
        QTest::addColumn<int>("storage");
        QTest::addColumn<QString>("implementation");
        const auto add = [](const char* name, InstructionSet set, Storage storage, const char* is) {
            QTest::newRow(name) << int(set) << int(storage) << is;
        };
        add("baseline, float", InstructionSet::Baseline, Storage::Float, "native gemv baseline");
        add("baseline, fp16", InstructionSet::Baseline, Storage::Half, "native gemv baseline");
        add("avx2, float", InstructionSet::Avx2, Storage::Float, "native gemv avx2");
        add("avx2, fp16", InstructionSet::Avx2, Storage::Half, "native gemv fp16 avx2");
        add("avx2, bf16", InstructionSet::Avx2, Storage::Bfloat, "native gemv bf16 avx2");
        add("avx512, float", InstructionSet::Avx512, Storage::Float, "native gemv avx512");
        add("avx512, fp16", InstructionSet::Avx512, Storage::Half, "native gemv fp16 avx512");
        add("avx512, bf16", InstructionSet::Avx512, Storage::Bfloat, "native gemv bf16 avx512");
    }
    void multipliesAsInDouble()
    {
        QFETCH(int, set);
        QFETCH(int, storage);
        QFETCH(QString, implementation);
        const auto whole = instructionSet();
        limitInstructionSet(InstructionSet(set));
        const bool isHere = instructionSet() == InstructionSet(set);
        QString problem;
        for (const std::int64_t m : { 1, 2, 3, 4 }) {
            for (const auto& [n, k] : { std::pair<std::int64_t, std::int64_t> { 2, 1 }, { 31, 3 },
                     { 32, 40 }, { 33, 17 }, { 64, 129 }, { 97, 300 },
                     { 1027, 4101 } }) { // the last are packed in several pieces
                for (const bool isTransposed : { false, true }) {
                    if (problem.isEmpty() && isHere && (n < 1000 || m == 2))
                        problem
                            = ranWith({ m, n, k, isTransposed }, Storage(storage), implementation);
                }
            }
        }
        limitInstructionSet(whole);
        if (!isHere)
            QSKIP("this processor does not have the instructions");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void leavesMoreRowsToTiles()
    {
        testing::KernelBench bench(Product { 5, 33, 17, false }.text());
        const auto kernel = bench.prepare({ .tier = Tier::Native, .isConstant = true });
        QVERIFY(kernel);
        QVERIFY((*kernel)->implementation().find("gemv") == std::string::npos);
    }

private:
    static QString ranWith(const Product& product, Storage storage, const QString& implementation)
    {
        const auto [m, n, k, isTransposed] = product;
        const std::vector inputs { drawn(Storage::Float, { m, k }),
            drawn(storage, isTransposed ? Dims { n, k } : Dims { k, n }),
            drawn(Storage::Float, { n }) };
        testing::KernelBench bench(product.text(), inputs);
        for (const int threads : { 1, 3 }) {
            const auto kernel
                = bench.prepare({ .tier = Tier::Native, .threads = threads, .isConstant = true });
            if (!kernel)
                return QString::fromStdString(kernel.error().message());
            const auto is = QString::fromStdString((*kernel)->implementation());
            if (is != implementation)
                return is + " ran, expected " + implementation;
            const auto found = bench.runKernel(**kernel, threads);
            if (!found)
                return QString::fromStdString(found.error().message());
            const auto problem = problemOf(product, inputs, found->front().tensor());
            if (!problem.isEmpty())
                return problem;
        }
        return {};
    }
};

QTEST_GUILESS_MAIN(TestStreamedWeights)
#include "tst_streamed_weights.moc"
