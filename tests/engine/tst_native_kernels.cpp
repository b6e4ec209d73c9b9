#include "engine/cpu/vector_table.h"
#include "engine/verify.h"
#include "tests/support/engine/kernel_bench.h"
#include "tests/support/engine/kernel_cases.h"

#include <QtTest>

using namespace engine;
using testing::KernelBench;
using testing::KernelCase;

namespace {

struct SetRow {
    const char* name;
    InstructionSet set;
};
constexpr SetRow sets[] = { { "baseline", InstructionSet::Baseline }, { "avx2", InstructionSet::Avx2 }, { "avx512", InstructionSet::Avx512 } };

QString differenceOf(const std::vector<RuntimeValue>& found, const std::vector<RuntimeValue>& expected, const Tolerance& tolerance)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto difference = compare(found[i], expected[i], tolerance);
        if (!difference.isWithin)
            return QString("output %1: %2").arg(i).arg(QString::fromStdString(difference.message));
    }
    return {};
}

}

/// Every native kernel, with each instruction set of this machine, and the library's, against the reference.
class TestNativeKernels : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheReference_data()
    {
        QTest::addColumn<std::size_t>("index");
        const auto cases = testing::kernelCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::addRow("%zu %s", i, std::string(cases[i].text).c_str()) << i;
    }
    void agreesWithTheReference()
    {
        QFETCH(std::size_t, index);
        const auto& row = testing::kernelCases()[index];
        KernelBench bench(row.text, row.numbers);
        const auto expected = bench.run({});
        QVERIFY2(expected, expected ? "" : expected.error().message().c_str());
        checkLibrary(bench, row, *expected);
        const auto whole = instructionSet();
        for (const auto& set : sets) {
            limitInstructionSet(set.set);
            if (instructionSet() == set.set)
                checkNative(bench, row, *expected, set.name);
        }
        limitInstructionSet(whole);
    }

    void refusesWithAReason_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        for (const auto& row : testing::refusedCases())
            QTest::addRow("%s", std::string(row.text).c_str()) << QString::fromUtf8(row.text.data(), qsizetype(row.text.size())) << QString::fromUtf8(row.words.data(), qsizetype(row.words.size()));
    }
    void refusesWithAReason()
    {
        QFETCH(QString, text);
        QFETCH(QString, words);
        KernelBench bench(text.toStdString());
        const auto found = bench.run({ .tier = Tier::Native });
        QVERIFY2(!found, "a kernel took it");
        QVERIFY2(found.error().message().find(words.toStdString()) != std::string::npos, found.error().message().c_str());
    }

private:
    static void checkLibrary(KernelBench& bench, const KernelCase& row, const std::vector<RuntimeValue>& expected)
    {
        const auto found = bench.run({ .tier = Tier::Library, .threads = 1, .isConstant = true });
        if (!found) {
            QVERIFY2(found.error().message().starts_with("refused: "), found.error().message().c_str());
            return;
        }
        if (row.numbers == KernelBench::Numbers::Finite) {
            const auto difference = differenceOf(*found, expected, row.tolerance);
            QVERIFY2(difference.isEmpty(), qPrintable("library: " + difference));
        }
    }

    static void checkNative(KernelBench& bench, const KernelCase& row, const std::vector<RuntimeValue>& expected, const char* set)
    {
        for (const int threads : { 1, 3 }) {
            for (const bool isConstant : { false, true }) {
                const auto found = bench.run({ .tier = Tier::Native, .threads = threads, .isConstant = isConstant });
                if (!found && !isConstant && row.needsConstants)
                    continue;
                QVERIFY2(found, found ? "" : found.error().message().c_str());
                const auto difference = differenceOf(*found, expected, row.tolerance);
                QVERIFY2(difference.isEmpty(), qPrintable(QString("%1, %2 threads, constants %3: %4").arg(set).arg(threads).arg(isConstant).arg(difference)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestNativeKernels)
#include "tst_native_kernels.moc"
