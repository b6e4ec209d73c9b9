// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/peaks/machine_peaks.h"
#include "profiler/statistics/roofline.h"
#include "tests/support/profiler/sample_profile.h"
#include "ui/delegates/roles.h"
#include "ui/operators/operators_model.h"

#include <QAbstractItemModelTester>

using namespace profiler;
using ui::OperatorsModel;

namespace {

/// The sample profile, in which every step counted as many instructions as cycles, but no misses.
std::shared_ptr<const Profile> counted()
{
    auto profile = *testing::sampleProfile();
    ProcessorRecord record;
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        ProcessorRecord::Row row;
        row.step = engine::StepId(i);
        row.counts[std::size_t(ProcessorEvent::Cycles)] = 1000;
        row.counts[std::size_t(ProcessorEvent::Instructions)] = 1500;
        row.counts[std::size_t(ProcessorEvent::MinorFaults)] = 2;
        row.counts[std::size_t(ProcessorEvent::LastLevelMisses)] = 30;
        row.hertz = 3.2e9;
        record.rows.push_back(row);
    }
    profile.processor = std::make_shared<const ProcessorRecord>(std::move(record));
    return std::make_shared<const Profile>(std::move(profile));
}

QString cell(const OperatorsModel& model, int column)
{
    return model.index(0, column).data().toString();
}

} // namespace

class TestCountedColumns : public QObject {
    Q_OBJECT

private slots:
    void columnsShowWhatWasCounted();
    void rowsOfSeveralStepsShowTheSum();
    void theBandwidthComesWithTheRoofline();
    void withoutCountsNoColumnApplies();
};

void TestCountedColumns::columnsShowWhatWasCounted()
{
    const auto profile = counted();
    OperatorsModel model;
    const QAbstractItemModelTester tester(&model);
    model.set(profile, computeStatistics(*profile));
    QCOMPARE(model.columnCount(), int(OperatorsModel::ColumnCount));
    QCOMPARE(cell(model, OperatorsModel::InstructionsPerCycle), QString("1.50"));
    QCOMPARE(cell(model, OperatorsModel::LastLevelMisses), QString("20.0"));
    QCOMPARE(cell(model, OperatorsModel::ClockRate), QString("3.20 GHz"));
    QCOMPARE(cell(model, OperatorsModel::PageFaults), QString("2.00"));
    QVERIFY(cell(model, OperatorsModel::FromMemory).endsWith("/s"));
    QCOMPARE(cell(model, OperatorsModel::L1Misses), QString("–"));
    for (const auto column : { OperatorsModel::InstructionsPerCycle, OperatorsModel::ClockRate,
             OperatorsModel::PageFaults, OperatorsModel::Median })
        QVERIFY(model.applies(column));
    for (const auto column : { OperatorsModel::L1Misses, OperatorsModel::Stalled,
             OperatorsModel::OfBandwidth, OperatorsModel::Kernels, OperatorsModel::BoundBy })
        QVERIFY(!model.applies(column));
}

void TestCountedColumns::rowsOfSeveralStepsShowTheSum()
{
    const auto profile = counted();
    OperatorsModel model;
    const QAbstractItemModelTester tester(&model);
    model.set(profile, computeStatistics(*profile));
    model.setGrouping(OperatorsModel::Grouping::ByType);
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto faults = model.index(row, OperatorsModel::PageFaults).data().toString();
        QVERIFY2(faults.toDouble() >= 2, qPrintable(faults));
        QCOMPARE(model.index(row, OperatorsModel::InstructionsPerCycle).data().toString(),
            QString("1.50"));
    }
    QVERIFY(!model.applies(OperatorsModel::ClockRate)); // a sum has no clock
}

void TestCountedColumns::theBandwidthComesWithTheRoofline()
{
    const auto profile = counted();
    const auto statistics = computeStatistics(*profile);
    OperatorsModel model;
    model.set(profile, statistics);
    const MachinePeaks peaks {
        .threads = 1, .flopsPerSecond = 1e11, .bandwidths = { { 256 << 20, 1e10 } }
    };
    model.setRoofline(std::make_shared<const Roofline>(rooflineOf(*profile, *statistics, peaks)));
    QVERIFY(model.applies(OperatorsModel::OfBandwidth));
    QVERIFY(cell(model, OperatorsModel::OfBandwidth).endsWith(u'%'));
}

void TestCountedColumns::withoutCountsNoColumnApplies()
{
    const auto profile = testing::sampleProfile();
    OperatorsModel model;
    const QAbstractItemModelTester tester(&model);
    model.set(profile, computeStatistics(*profile));
    for (int column = 0; column < OperatorsModel::ColumnCount; ++column)
        QCOMPARE(model.applies(column), column < OperatorsModel::Kernels);
    QCOMPARE(cell(model, OperatorsModel::InstructionsPerCycle), QString("–"));
    model.set(nullptr, nullptr);
    QVERIFY(!model.applies(OperatorsModel::InstructionsPerCycle));
}

QTEST_MAIN(TestCountedColumns)
#include "tst_counted_columns.moc"
