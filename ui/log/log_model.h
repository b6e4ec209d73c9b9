#pragma once

#include "model/support/log.h"

#include <QAbstractTableModel>
#include <QDateTime>

#include <deque>
#include <memory>

namespace ui {

/// The most recent log lines of the program, from all threads. The model installs support's log
/// hook and removes it when it is deleted; there must be only one.
class LogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Level, Text, ColumnCount };
    static constexpr std::size_t maximumLines = 10'000;

    explicit LogModel(QObject* parent = nullptr);
    ~LogModel() override;

    /// Hides lines below this level.
    void setLevel(support::LogLevel level);
    /// Number of lines discarded because of maximumLines.
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
    struct Queue; // shared with the logging threads

    void drain();
    void refill();

    std::shared_ptr<Queue> m_queue;
    std::deque<Line> m_lines;
    /// Indices of visible lines, counted from the first line ever received.
    std::vector<std::size_t> m_shown;
    std::size_t m_first = 0; ///< index of m_lines.front()
    std::size_t m_dropped = 0;
    support::LogLevel m_level = support::LogLevel::Info;
};

} // namespace ui
