#pragma once

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

/// Rows of a profile's statistics: each step, each operator type, each scope or each kernel (what
/// ran: on a CPU the implementation). A step that ran on a GPU has what the GPU did for it as its
/// children: kernels and copies of the median run. A snapshot; columns are an array of descriptors.
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
        Kernels, ///< from here on of a GPU
        KernelTime,
        GapBefore,
        BoundBy,
        ColumnCount
    };

    /// Time that the roofs allow / time measured, both of the steps whose work is known.
    struct OfRoof {
        double share = 0;
        std::size_t known = 0; ///< of `steps`; 0 = there is no share
        std::size_t steps = 0;
        const profiler::RoofRow* row = nullptr; ///< of a single step
    };

    using QAbstractItemModel::QAbstractItemModel;

    void set(std::shared_ptr<const profiler::Profile> profile,
        std::shared_ptr<const profiler::Statistics> statistics);
    void setGrouping(Grouping grouping);
    /// Rows by scope and by kernel take a while where a profile is long, so they are handed in
    /// before that is chosen.
    static bool isSummedUp(Grouping grouping)
    {
        return grouping == Grouping::ByScope || grouping == Grouping::ByKernel;
    }
    void setGroups(Grouping grouping, std::vector<profiler::SummedSteps> groups);
    bool hasGroups(Grouping grouping) const { return !m_groups[std::size_t(grouping)].empty(); }
    /// Steps against the ceilings of the machine of this profile; null = they are not known.
    void setRoofline(std::shared_ptr<const profiler::Roofline> roofline);
    /// What the GPU did, of the same profile; null = none, or not known yet.
    void setGpu(std::shared_ptr<const GpuFacts> facts);
    /// Columns that say something only of a GPU.
    static bool isGpuColumn(int column);
    Grouping grouping() const { return m_grouping; }
    /// Untranslated title of a column, for settings.
    static QString columnName(int column);
    static int ofRoofColumn();
    /// The step of a row; invalid for rows that stand for many.
    engine::StepId stepOf(int row) const;
    /// What a row stands for: one item of a step, else all nodes of its steps, and those steps
    /// that come from no node.
    QList<SelectedItem> itemsOf(int row) const;
    /// Row of the step that does the work of this node, or of this step; invalid if there is none.
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
    /// All that a row stands for; `place` is of m_rows.
    std::vector<engine::StepId> stepsOf(std::uint32_t place) const;
    void fillRoofs();
    /// Of a row without parent; empty if no GPU did anything for it.
    std::span<const profiler::StepKernel> kernelsOf(int row) const;
    std::shared_ptr<const GpuFacts> m_gpu;
    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::Statistics> m_statistics;
    Grouping m_grouping = Grouping::Each;
    std::vector<std::uint32_t>
        m_rows; ///< indices into Statistics::steps or types, or m_groups, slowest first
    /// By Grouping; those that are summed up, empty before they were asked for.
    std::array<std::vector<profiler::SummedSteps>, 4> m_groups;
    std::shared_ptr<const profiler::Roofline> m_roofline;
    std::vector<OfRoof> m_roofs; ///< by place, as m_rows has them; empty without ceilings
    QString m_prefix; ///< what all labels begin with; left out in the table
};

} // namespace ui
