#pragma once

#include "model/support/log.h"

#include <QAbstractTableModel>
#include <QDateTime>

#include <deque>
#include <memory>

namespace ui {

/// The last lines that the program logged, from any thread. While one of these lives it holds
/// support's log hook.
class LogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Level, Text, ColumnCount };
    static constexpr std::size_t maximumLines = 10'000;

    explicit LogModel(QObject* parent = nullptr);
    ~LogModel() override;

    /// Lines below are not shown.
    void setLevel(support::LogLevel level);
    /// Lines that were thrown away because there were too many.
    std::size_t dropped() const { return m_dropped; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Line {
        QDateTime time;
        support::LogLevel level;
        QString text;
    };
    struct Queue; // what the logging threads see

    void drain();
    void refill();

    std::shared_ptr<Queue> m_queue;
    std::deque<Line> m_lines;
    std::vector<std::size_t> m_shown; ///< positions counted from the first line ever kept
    std::size_t m_first = 0; ///< position of m_lines.front()
    std::size_t m_dropped = 0;
    support::LogLevel m_level = support::LogLevel::Info;
};

} // namespace ui
