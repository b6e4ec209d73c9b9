#pragma once

#include <QObject>

#include <cstdint>
#include <optional>

namespace ui {

struct TimeInterval {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t lengthNs() const { return endNs - startNs; }
    bool operator==(const TimeInterval&) const = default;
};

/// The visible and the selected interval of a document's profile, in ns from the start of the
/// recording: one object owns both.
class TimeRange : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    TimeInterval visible() const { return m_visible; }
    std::optional<TimeInterval> selected() const { return m_selected; }

    void setVisible(TimeInterval interval)
    {
        if (interval == m_visible || interval.lengthNs() <= 0)
            return;
        m_visible = interval;
        emit visibleChanged();
    }
    void select(std::optional<TimeInterval> interval)
    {
        if (interval == m_selected)
            return;
        m_selected = interval;
        emit selectedChanged();
    }

signals:
    void visibleChanged();
    void selectedChanged();

private:
    TimeInterval m_visible;
    std::optional<TimeInterval> m_selected;
};

} // namespace ui
