#pragma once

#include "profiler/device/device_account.h"

#include <QPointer>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLineEdit;
class QToolButton;

namespace ui {

class ElidedLabel;
class GpuReport;

/// Causes of a device's gaps with their colours and shares of the wall, largest first: the legend
/// of the timeline's row of operators.
class GapLegend : public QWidget {
    Q_OBJECT

public:
    explicit GapLegend(QWidget* parent = nullptr);

    /// Null: nothing is known.
    void set(const profiler::DeviceAccount* account);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return { 0, sizeHint().height() }; }
    enum class Words { Full, Short };
    /// That all entries need.
    int widthOf(Words words) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        profiler::GapCause cause;
        double share = 0; ///< of the wall
    };
    QString textOf(const Entry& entry, Words words) const;

    std::vector<Entry> m_entries;
};

/// Above the timeline of a run on a GPU: what its time went to in one sentence, the legend of gaps,
/// and a line that finds kernels by name; on two lines where one would cut them. Hidden without a
/// device.
class DeviceStrip : public QWidget {
    Q_OBJECT

public:
    explicit DeviceStrip(QWidget* parent = nullptr);

    void setReport(GpuReport* report);
    QLineEdit* line() const { return m_line; }

signals:
    /// `by` is 1 or -1.
    void kernelAsked(const QString& words, int by);

public slots:
    /// What became of the last kernelAsked: marks the line if there was none.
    void showFound(bool isFound);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void arrange();
    void ask(int by);

    QPointer<GpuReport> m_report;
    ElidedLabel* m_headline;
    GapLegend* m_legend;
    QLineEdit* m_line;
    QToolButton* m_previous;
    QToolButton* m_next;
    QHBoxLayout* m_first = nullptr;
    QHBoxLayout* m_second = nullptr;
};

} // namespace ui
