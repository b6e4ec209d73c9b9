#pragma once

#include "profiler/counters/processor_figures.h"
#include "profiler/statistics/scope_rows.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/document/selection.h"

#include <QAbstractItemModel>
#include <QList>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace profiler {
struct Roofline;
struct RoofRow;
struct StepKernel;
}

namespace ui {

struct GpuFacts;
struct OperatorRow;

/// The statistics of a profile as rows: by step, operator type, scope or kernel (on a CPU: the
/// implementation). Children of a GPU step are its kernels and copies in the median run. A
/// snapshot. The columns are an array of descriptors (operators_columns.h).
class OperatorsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum class Grouping { Each, ByType, ByScope, ByKernel };

    enum Column {
        Operator,
        Type,
        Median,
        Interval,
        Share,
        P10,
        P90,
        P95,
        Calls,
        Device,
        Implementation,
        Flops,
        Traffic,
        Rate,
        OfRoofShare,
        ThreadsBusy,
        Kernels, ///< this and the following columns to BoundBy are for GPUs
        KernelTime,
        GapBefore,
        BoundBy,
        InstructionsPerCycle, ///< this and the following columns are counts of the processor
        L1Misses,
        L2Misses,
        LastLevelMisses,
        FromMemory,
        OfBandwidth,
        Stalled,
        ClockRate,
        PageFaults,
        Switches,
        Migrations,
        ColumnCount
    };

    /// Ratio of the minimum time by the roofline to the measured time, for steps whose work is
    /// known.
    struct RooflineShare {
        double share = 0;
        std::size_t known = 0; ///< number of `steps` with known work; 0 = no share
        std::size_t steps = 0;
        const profiler::RoofRow* row = nullptr; ///< only for a row of a single step
    };

    using QAbstractItemModel::QAbstractItemModel;

    void set(std::shared_ptr<const profiler::Profile> profile,
        std::shared_ptr<const profiler::Statistics> statistics);
    void setGrouping(Grouping grouping);
    /// True for scopes and kernels. Their rows take long to compute for a long profile, so
    /// setGroups() must be called before such a grouping is chosen.
    static bool needsGroups(Grouping grouping)
    {
        return grouping == Grouping::ByScope || grouping == Grouping::ByKernel;
    }
    void setGroups(Grouping grouping, std::vector<profiler::SummedSteps> groups);
    bool hasGroups(Grouping grouping) const { return !m_groups[std::size_t(grouping)].empty(); }
    /// Sets the roofline of the profile's machine; null if unknown.
    void setRoofline(std::shared_ptr<const profiler::Roofline> roofline);
    /// Sets the device work of the same profile; null if there is none or it is unknown yet.
    void setGpu(std::shared_ptr<const GpuFacts> facts);
    /// True for columns that apply to the profile: those of a GPU only if one was used, and counts
    /// of the processor only if they were counted.
    bool applies(int column) const;
    Grouping grouping() const { return m_grouping; }
    /// The untranslated title of a column, as a key for the settings.
    static QString columnName(int column);
    static int ofRoofColumn();
    /// The step of a row; invalid for rows that combine several steps.
    engine::StepId stepOf(int row) const;
    /// The items of a row. For a step: one item. Else all nodes of its steps, and steps without a
    /// node.
    QList<SelectedItem> itemsOf(int row) const;
    /// The row of a step, or of the first step of a node; invalid if there is none. Only for
    /// Grouping::Each.
    QModelIndex indexOf(const SelectedItem& item) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void refill();
    OperatorRow rowAt(int index) const;
    /// All steps of a row; `place` is an element of m_rows.
    std::vector<engine::StepId> stepsOf(std::uint32_t place) const;
    void fillRoofs();
    void fillCounted();
    /// The kernels and copies of a top-level row; empty if it has no device work.
    std::span<const profiler::StepKernel> kernelsOf(int row) const;
    std::shared_ptr<const GpuFacts> m_gpu;
    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::Statistics> m_statistics;
    Grouping m_grouping = Grouping::Each;
    /// Indices into Statistics::steps or types, or into m_groups; slowest first.
    std::vector<std::uint32_t> m_rows;
    /// By Grouping; only for scopes and kernels, and empty until setGroups().
    std::array<std::vector<profiler::SummedSteps>, 4> m_groups;
    std::shared_ptr<const profiler::Roofline> m_roofline;
    std::vector<RooflineShare> m_roofs; ///< by element of m_rows; empty without a roofline
    std::vector<profiler::ProcessorFigures>
        m_counted; ///< by element of m_rows; empty if not counted
    QString m_prefix; ///< prefix that all labels share; not shown in the table
};

} // namespace ui
