#include "ui/log/log_model.h"

#include "ui/delegates/roles.h"
#include "ui/widgets/plain_text.h"

#include <QFontDatabase>
#include <QMetaObject>

#include <mutex>
#include <vector>

namespace ui {

using support::LogLevel;

/// Lines passed from the logging threads to the model. `mutex` guards all members. The model is
/// notified once per batch.
struct LogModel::Queue {
    std::mutex mutex;
    std::vector<Line> lines;
    std::size_t dropped = 0;
    LogModel* model = nullptr; // null after the model was deleted
    bool isWoken = false;
};

LogModel::LogModel(QObject* parent)
    : TableModel({ { tr("Time") }, { tr("Level") }, { tr("Text") } }, parent)
    , m_queue(std::make_shared<Queue>())
{
    m_queue->model = this;
    m_hook = support::addLogHook([queue = m_queue](LogLevel level, std::string_view text) {
        const std::scoped_lock lock(queue->mutex);
        if (queue->model == nullptr)
            return;
        if (queue->lines.size() >= maximumLines) {
            ++queue->dropped;
            return;
        }
        queue->lines.push_back({ QDateTime::currentDateTime(), level, plain(text, 4000) });
        if (!std::exchange(queue->isWoken, true))
            QMetaObject::invokeMethod(queue->model, &LogModel::drain, Qt::QueuedConnection);
    });
}

LogModel::~LogModel()
{
    m_hook.reset();
    const std::scoped_lock lock(m_queue->mutex);
    m_queue->model = nullptr;
}

void LogModel::drain()
{
    std::vector<Line> lines;
    {
        const std::scoped_lock lock(m_queue->mutex);
        lines.swap(m_queue->lines);
        m_dropped += std::exchange(m_queue->dropped, 0);
        m_queue->isWoken = false;
    }
    for (auto& line : lines)
        m_lines.push_back(std::move(line));
    if (m_lines.size() > maximumLines) {
        const auto excess = m_lines.size() - maximumLines;
        m_lines.erase(m_lines.begin(), m_lines.begin() + static_cast<std::ptrdiff_t>(excess));
        m_first += excess;
        m_dropped += excess;
        return refill();
    }
    std::vector<std::size_t> added;
    for (auto i = m_lines.size() - lines.size(); i < m_lines.size(); ++i) {
        if (m_lines[i].level >= m_level)
            added.push_back(m_first + i);
    }
    if (added.empty())
        return;
    const auto rows = static_cast<int>(m_shown.size());
    beginInsertRows({}, rows, rows + static_cast<int>(added.size()) - 1);
    m_shown.insert(m_shown.end(), added.begin(), added.end());
    endInsertRows();
}

void LogModel::refill()
{
    beginResetModel();
    m_shown.clear();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (m_lines[i].level >= m_level)
            m_shown.push_back(m_first + i);
    }
    endResetModel();
}

void LogModel::setLevel(LogLevel level)
{
    m_level = level;
    refill();
}

QString LogModel::text(int row, int column) const
{
    const auto& line = lineOf(row);
    switch (column) {
    case Time:
        return line.time.toString(QStringLiteral("HH:mm:ss.zzz"));
    case Level:
        return line.level == LogLevel::Error  ? tr("error")
            : line.level == LogLevel::Warning ? tr("warning")
            : line.level == LogLevel::Info    ? tr("note")
                                              : tr("detail");
    default:
        return line.text;
    }
}

QVariant LogModel::cell(int row, int column, int role) const
{
    const auto level = lineOf(row).level;
    if (role == Qt::FontRole && column == Time)
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (role == ToneRole)
        return level == LogLevel::Error  ? QByteArray("error")
            : level == LogLevel::Warning ? QByteArray("warning")
            : column == Text             ? QByteArray()
                                         : QByteArray("textSecondary");
    if (role == Qt::ToolTipRole && column != Text)
        return {};
    return TableModel::cell(row, column, role);
}

} // namespace ui
