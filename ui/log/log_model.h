#pragma once

#include "model/support/log.h"
#include "ui/tables/table_model.h"

#include <QDateTime>

#include <deque>
#include <memory>

namespace ui {

/// The most recent log lines of the program since the model was made, from all threads.
class LogModel : public TableModel {
    Q_OBJECT

public:
    enum Column { Time, Level, Text };
    static constexpr std::size_t maximumLines = 10'000;

    explicit LogModel(QObject* parent = nullptr);
    ~LogModel() override;

    /// Hides lines below this level.
    void setLevel(support::LogLevel level);
    /// Number of lines discarded because of maximumLines.
    std::size_t dropped() const { return m_dropped; }

protected:
    std::size_t rows() const override { return m_shown.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    struct Line {
        QDateTime time;
        support::LogLevel level;
        QString text;
    };
    struct Queue; // shared with the logging threads

    const Line& lineOf(int row) const
    {
        return m_lines[m_shown[static_cast<std::size_t>(row)] - m_first];
    }
    void drain();
    void refill();

    std::shared_ptr<Queue> m_queue;
    std::shared_ptr<const void> m_hook;
    std::deque<Line> m_lines;
    /// Indices of visible lines, counted from the first line ever received.
    std::vector<std::size_t> m_shown;
    std::size_t m_first = 0; ///< index of m_lines.front()
    std::size_t m_dropped = 0;
    support::LogLevel m_level = support::LogLevel::Info;
};

} // namespace ui
