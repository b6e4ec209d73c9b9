#pragma once

#include "profiler/statistics/flame.h"
#include "ui/tables/table_model.h"

#include <memory>

namespace ui {

/// A flame graph of a profile, with its widest frames for the table.
struct ComputedFlame {
    static constexpr std::size_t maxRows = 20'000;

    std::shared_ptr<const profiler::Profile> profile;
    std::shared_ptr<const profiler::Statistics> statistics;
    profiler::Flame flame;
    /// Ids of the widest frames, widest first; at most maxRows, without the root.
    std::vector<std::uint32_t> widest;
};

/// Table of a flame graph's frames, widest first.
class FlameTable : public TableModel {
    Q_OBJECT

public:
    enum Column { Frame, Kind, Time, Share, Calls, Operators };

    explicit FlameTable(QObject* parent = nullptr);

    void set(std::shared_ptr<const ComputedFlame> computed); ///< null clears
    std::uint32_t frameOf(int row) const
    {
        return m_computed->widest[static_cast<std::size_t>(row)];
    }

protected:
    std::size_t rows() const override
    {
        return m_computed != nullptr ? m_computed->widest.size() : 0;
    }
    std::size_t omittedRows() const override;
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    std::shared_ptr<const ComputedFlame> m_computed;
};

/// Computes a flame graph. To be called from a worker thread.
std::shared_ptr<const ComputedFlame> computeFlame(std::shared_ptr<const profiler::Profile> profile,
    std::shared_ptr<const profiler::Statistics> statistics, profiler::FlameTime time,
    std::optional<profiler::TimeSpan> range, std::stop_token stop);

} // namespace ui
