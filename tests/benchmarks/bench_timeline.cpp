#include "profiler/file/profile_file.h"
#include "tests/benchmarks/long_profile.h"
#include "ui/document.h"
#include "ui/main_window.h"
#include "ui/settings.h"
#include "ui/theme.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QTemporaryDir>
#include <QTimer>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>

/// A profile of ten million spans in a real window of 1920x1080: time to load, until the timeline
/// is painted, per frame of panning and zooming, and the memory of the process.
///
///     bench_timeline [STEPS RUNS | FILE.opscope]     default 1000 10000
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

/// One move of the view after the other, each painted at once.
QJsonObject frames(ui::TimelineView& view, const std::function<void(int)>& move)
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
bool write(const QString& path, std::uint32_t steps, std::uint32_t runs)
{
    const auto child = fork();
    if (child == 0)
        std::_Exit(
            profiler::writeProfileFile(path.toStdString(), *benchmarks::longProfile(steps, runs))
                ? 0
                : 1);
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

QJsonObject measure(const QString& path)
{
    ui::MainWindow window;
    window.resize(1920, 1080);
    window.show();
    waitFor([&] { return window.testAttribute(Qt::WA_Mapped); });
    QCoreApplication::processEvents();
    QJsonObject result { { "memory_before_mb", memoryOf("VmRSS") } };

    QElapsedTimer clock;
    clock.start();
    const auto before = processorMs(CLOCK_PROCESS_CPUTIME_ID);
    auto* document = window.openFile(path);
    waitFor([&] { return !document->runs().empty(); });
    result["load_ms"] = milliseconds(clock);
    result["load_cpu_ms"] = processorMs(CLOCK_PROCESS_CPUTIME_ID) - before;
    result["spans"] = qint64(document->profile()->slices.size());

    clock.restart();
    const auto loaded = processorMs(CLOCK_THREAD_CPUTIME_ID);
    window.showPanel(QStringLiteral("timeline"));
    auto* view = qobject_cast<ui::TimelinePanel*>(window.panel(QStringLiteral("timeline")))->view();
    view->repaint();
    result["first_picture_ms"] = milliseconds(clock);
    result["first_picture_cpu_ms"] = processorMs(CLOCK_THREAD_CPUTIME_ID) - loaded;
    waitFor([&] { return window.jobs().isIdle(); });
    view->setFixedSize(1920, 1080); // all of the screen, whatever the docks take
    result["memory_mb"] = memoryOf("VmRSS");
    result["memory_peak_mb"] = memoryOf("VmHWM");

    view->zoomBy(1e-12); // everything
    view->repaint();
    result["whole"] = frames(*view, [&](int) { view->update(); });
    result["zoom_in"] = frames(*view, [&](int) { view->zoomBy(1.09); });
    result["zoom_out"] = frames(*view, [&](int) { view->zoomBy(1 / 1.09); });
    view->zoomBy(50);
    result["pan_far"] = frames(*view, [&](int i) { view->panBy(i < 100 ? 0.05 : -0.05); });
    view->showMedianRun();
    result["pan_near"] = frames(*view, [&](int) { view->panBy(0.05); });
    result["memory_after_mb"] = memoryOf("VmRSS");
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
    if (count == 2)
        path = QString::fromLocal8Bit(words[1]);
    else if (!write(path, number(1, 1000), number(2, 10'000)))
        return 1;
    QApplication application(count, words);
    ui::settings::useFolder(folder.path());
    ui::Theme::instance().apply();
    const auto result = measure(path);
    std::printf("%s", QJsonDocument(result).toJson().constData());
    return 0;
}
