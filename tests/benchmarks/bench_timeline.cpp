#include "profiler/file/profile_file.h"
#include "tests/benchmarks/long_device_profile.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/flame/flame_panel.h"
#include "ui/flame/flame_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/memory/memory_chart.h"
#include "ui/memory/memory_panel.h"
#include "ui/operators/operators_panel.h"
#include "ui/roofline/roofline_chart.h"
#include "ui/roofline/roofline_panel.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/overlay_view.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <string_view>

/// A profile of ten million spans in a real window of 1920x1080: time to load, until the timeline
/// is painted as the window does it, until every panel shows its figures, per frame of panning and
/// zooming and of the other docks, and the memory of the process.
///
///     bench_timeline [STEPS RUNS | FILE.opscope]     default 1000 10000; 100000 100 for many nodes
///     bench_timeline gpu [STEPS RUNS]                of a GPU: default 1000 3334, ten million
///     spans
///                                                    of the device besides those of the host
///
/// Prints one JSON document. Times are of the wall; `_cpu` of the processor, which a busy machine
/// does not lengthen: of the whole process while loading, of the GUI's thread for frames.

namespace {

constexpr int patience = 300'000;
constexpr int framesPerMove = 200;

double milliseconds(const QElapsedTimer& clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

double processorMs(clockid_t of)
{
    timespec time {};
    clock_gettime(of, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// In MiB: `VmRSS` or `VmHWM`.
double memoryOf(const char* what)
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const auto& line : file.readAll().split('\n'))
        if (line.startsWith(what))
            return line.mid(line.indexOf(':') + 1).trimmed().split(' ').first().toDouble() / 1024;
    return 0;
}

bool waitFor(const std::function<bool()>& isReached)
{
    QElapsedTimer clock;
    clock.start();
    while (!isReached() && clock.elapsed() < patience) {
        QEventLoop loop; // processEvents with a time would not sleep
        QTimer::singleShot(5, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return isReached();
}

double percentile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Calls `painted` when a widget was painted for the first time, by whoever.
class FirstPaint : public QObject {
public:
    FirstPaint(QWidget& watched, std::function<void()> painted)
        : m_watched(watched)
        , m_painted(std::move(painted))
    {
        watched.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (object == &m_watched && event->type() == QEvent::Paint) {
            m_watched.removeEventFilter(this);
            QTimer::singleShot(0, this, m_painted); // what is painted is on the screen then
        }
        return false;
    }

private:
    QWidget& m_watched;
    std::function<void()> m_painted;
};

/// One move of the view after the other, each painted at once.
QJsonObject frames(QWidget& view, const std::function<void(int)>& move)
{
    std::vector<double> wall;
    std::vector<double> processor;
    for (int i = 0; i < framesPerMove; ++i) {
        QElapsedTimer clock;
        clock.start();
        const auto before = processorMs(CLOCK_THREAD_CPUTIME_ID);
        move(i);
        view.repaint();
        wall.push_back(milliseconds(clock));
        processor.push_back(processorMs(CLOCK_THREAD_CPUTIME_ID) - before);
        QCoreApplication::processEvents();
    }
    return { { "p50_ms", percentile(wall, 0.5) }, { "p95_ms", percentile(wall, 0.95) },
        { "p50_cpu_ms", percentile(processor, 0.5) },
        { "p95_cpu_ms", percentile(processor, 0.95) } };
}

/// Made in a process of its own, so that its memory is not counted.
bool write(const QString& path, const std::function<benchmarks::Made()>& make)
{
    const auto child = fork();
    if (child == 0)
        std::_Exit(profiler::writeProfileFile(path.toStdString(), *make()) ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

template <typename Wanted>
Wanted& panelOf(ui::MainWindow& window)
{
    window.docks().show<Wanted>();
    return *window.docks().panel<Wanted>();
}

/// From opening the file until all is shown.
QJsonObject measureLoading(ui::MainWindow& window, const QString& path)
{
    QJsonObject result { { "memory_before_mb", memoryOf("VmRSS") } };
    auto& view = *panelOf<ui::TimelinePanel>(window).view();
    QElapsedTimer clock;
    clock.start();
    const auto before = processorMs(CLOCK_PROCESS_CPUTIME_ID);
    auto* document = window.openFile(path);
    double loaded = 0;
    double loadedCpu = 0;
    std::unique_ptr<FirstPaint> first;
    double painted = 0;
    double paintedCpu = 0;
    bool hasStatistics = false;
    QObject::connect(
        document, &ui::Document::runsChanged, &window,
        [&] {
            loaded = milliseconds(clock);
            loadedCpu = processorMs(CLOCK_THREAD_CPUTIME_ID);
            result["load_cpu_ms"] = processorMs(CLOCK_PROCESS_CPUTIME_ID) - before;
            first = std::make_unique<FirstPaint>(view, [&] {
                painted = milliseconds(clock);
                paintedCpu = processorMs(CLOCK_THREAD_CPUTIME_ID);
                hasStatistics = document->statistics() != nullptr;
            });
        },
        Qt::SingleShotConnection);
    waitFor([&] { return painted > 0; });
    result["load_ms"] = loaded;
    result["spans"] = qint64(document->profile()->slices.size());
    result["first_picture_ms"] = painted - loaded;
    result["first_picture_cpu_ms"] = paintedCpu - loadedCpu;
    result["first_picture_before_statistics"] = !hasStatistics;
    waitFor([&] { return document->statistics() != nullptr && window.jobs().isIdle(); });
    auto* flame = window.docks().panel<ui::FlamePanel>();
    waitFor([&] { return flame->isSettled() && window.jobs().isIdle(); });
    result["all_panels_ready_ms"] = milliseconds(clock);
    result["memory_mb"] = memoryOf("VmRSS");
    result["memory_peak_mb"] = memoryOf("VmHWM");
    return result;
}

QJsonObject measureTimeline(ui::TimelinePanel& panel)
{
    QJsonObject result;
    auto& view = *panel.view();
    view.setFixedSize(1920, 1080); // all of the screen, whatever the docks take
    view.zoomBy(1e-12); // everything
    view.repaint();
    result["whole"] = frames(view, [&](int) { view.update(); });
    result["zoom_in"] = frames(view, [&](int) { view.zoomBy(1.09); });
    result["zoom_out"] = frames(view, [&](int) { view.zoomBy(1 / 1.09); });
    view.zoomBy(50);
    result["pan_far"] = frames(view, [&](int i) { view.panBy(i < 100 ? 0.05 : -0.05); });
    view.showMedianRun();
    result["pan_near"] = frames(view, [&](int) { view.panBy(0.05); });
    view.setMinimumSize(0, 0);
    return result;
}

/// Where the selection goes from step to step, and each view with it.
QJsonObject measureDocks(ui::MainWindow& window)
{
    QJsonObject result;
    const auto large = [](QWidget& view) -> QWidget& {
        view.setFixedSize(1920, 1080);
        view.repaint();
        return view;
    };
    auto& flame = *panelOf<ui::FlamePanel>(window).view();
    result["flame"] = frames(large(flame), [&](int i) {
        i % 2 == 0 ? flame.zoomInto(static_cast<std::uint32_t>(1 + i % 7)) : flame.zoomOut();
    });
    auto& roofline = *panelOf<ui::RooflinePanel>(window).chart();
    result["roofline"]
        = frames(large(roofline), [&](int i) { roofline.zoomBy(i % 2 == 0 ? 1.2 : 1 / 1.2); });
    auto& memory = *panelOf<ui::MemoryPanel>(window).chart();
    result["memory"]
        = frames(large(memory), [&](int i) { memory.setMoment(memory.moment() + i * 1000); });
    auto& table = *panelOf<ui::OperatorsPanel>(window).view();
    auto* bar = table.verticalScrollBar();
    result["operators_scroll"] = frames(large(table),
        [&](int i) { bar->setValue(i * std::max(1, bar->maximum() / framesPerMove)); });
    auto& overlay = panelOf<ui::TimelinePanel>(window);
    auto* action = window.actions().action(QStringLiteral("view.overlayRuns"));
    action->setChecked(true);
    auto& runs = large(*overlay.overlay());
    waitFor([&] { return overlay.overlay()->isSettled(); });
    result["overlay"]
        = frames(runs, [&](int i) { overlay.overlay()->zoomBy(i < 100 ? 1.03 : 1 / 1.03); });
    action->setChecked(false);
    return result;
}

QJsonObject measure(const QString& path)
{
    ui::MainWindow window;
    window.resize(1920, 1080);
    window.show();
    waitFor([&] { return window.testAttribute(Qt::WA_Mapped); });
    QCoreApplication::processEvents();
    auto result = measureLoading(window, path);
    result["timeline"] = measureTimeline(panelOf<ui::TimelinePanel>(window));
    result["docks"] = measureDocks(window);
    result["memory_after_mb"] = memoryOf("VmRSS");
    result["memory_peak_after_mb"] = memoryOf("VmHWM");
    return result;
}

} // namespace

int main(int count, char** words)
{
    const QTemporaryDir folder;
    auto path = folder.filePath(QStringLiteral("long.opscope"));
    const auto number = [&](int i, std::uint32_t fallback) {
        return count > i ? QByteArray(words[i]).toUInt() : fallback;
    };
    const bool isGpu = count > 1 && std::string_view(words[1]) == "gpu";
    const auto make = [&]() -> benchmarks::Made {
        if (isGpu)
            return benchmarks::LongDeviceProfile(number(2, 1000), number(3, 3334)).make();
        return benchmarks::longProfile(number(1, 1000), number(2, 10'000));
    };
    if (count == 2 && !isGpu)
        path = QString::fromLocal8Bit(words[1]);
    else if (!write(path, make))
        return 1;
    QApplication application(count, words);
    ui::settings::useFolder(folder.path());
    ui::Theme::instance().apply();
    const auto result = measure(path);
    std::printf("%s", QJsonDocument(result).toJson().constData());
    return 0;
}
