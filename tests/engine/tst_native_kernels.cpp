#include <QTest>

#include "tests/support/engine/kernel_suite.h"

/// Every native kernel, with each instruction set of this machine, and the library's, against the
/// reference.
class TestNativeKernels : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheReference_data() { addRows(testing::kernelCases()); }
    void agreesWithTheReference()
    {
        QFETCH(std::size_t, index);
        const auto problem = testing::problemOf(testing::kernelCases()[index]);
        QVERIFY2(problem.empty(), problem.c_str());
    }

    void refusesWithAReason_data() { addRows(testing::refusedCases()); }
    void refusesWithAReason()
    {
        QFETCH(std::size_t, index);
        const auto problem = testing::problemOf(testing::refusedCases()[index]);
        QVERIFY2(problem.empty(), problem.c_str());
    }

private:
    template <typename Cases>
    static void addRows(const Cases& cases)
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::addRow("%zu %s", i, std::string(cases[i].text).c_str()) << i;
    }
};

QTEST_GUILESS_MAIN(TestNativeKernels)
#include "tst_native_kernels.moc"
