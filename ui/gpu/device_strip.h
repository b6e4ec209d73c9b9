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

/// Legend of the timeline's operator row: causes of the device's idle gaps with colours and shares
/// of the wall time, largest first.
class GapLegend : public QWidget {
    Q_OBJECT

public:
    explicit GapLegend(QWidget* parent = nullptr);

    /// Null hides the legend.
    void set(const profiler::DeviceAccount* account);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return { 0, sizeHint().height() }; }
    enum class Words { Full, Short };
    /// The width that all entries need, in pixels.
    int widthOf(Words words) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        profiler::GapCause cause;
        double share = 0; ///< of the wall time
    };
    QString textOf(const Entry& entry, Words words) const;

    std::vector<Entry> m_entries;
};

/// Strip above the timeline of a GPU run: one sentence on where its time went, the legend of gaps,
/// and a field that finds kernels by name. Uses two rows if one is too narrow. Hidden without a
/// device.
class DeviceStrip : public QWidget {
    Q_OBJECT

public:
    explicit DeviceStrip(QWidget* parent = nullptr);

    void setReport(GpuReport* report);
    QLineEdit* line() const { return m_line; }

signals:
    /// `by`: 1 = next, -1 = previous kernel.
    void kernelRequested(const QString& words, int by);

public slots:
    /// Reports the result of the last kernelRequested(); the field is marked if no kernel was
    /// found.
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
