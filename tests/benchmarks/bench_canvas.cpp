#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "layout/scene/scene.h"
#include "layout/scene/scene_memory.h"
#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <sstream>
#include <utility>

// The canvas in a real window: run it where the window is real, for example
//   xvfb-run -s "-screen 0 1920x1080x24" bench_canvas llm_9998.onnx
// A frame is: set the view, repaint, let events run, wait for the window system. JSON on stdout.

namespace {

using ui::CanvasContent;
using ui::CanvasView;
using ui::ViewState;

constexpr QSize windowSize(1920, 1080);
constexpr QPointF panStep(9, 37);
constexpr double zoomPerFrame = 1.1;
constexpr int patience = 120'000; // ms

double milliseconds(const QElapsedTimer& clock) { return double(clock.nsecsElapsed()) / 1e6; }

double rounded(double value) { return std::round(value * 1000) / 1000; }

double quantile(std::vector<double> values, double part)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const auto last = double(values.size() - 1);
    return values[static_cast<std::size_t>(std::llround(part * last))];
}

QJsonObject spread(const std::vector<double>& values)
{
    return { { "count", qint64(values.size()) }, { "p50", rounded(quantile(values, 0.5)) },
        { "p95", rounded(quantile(values, 0.95)) }, { "p99", rounded(quantile(values, 0.99)) },
        { "max", rounded(quantile(values, 1)) } };
}

/// Of the process, now.
qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    constexpr qint64 pageBytes = 4096;
    return file.readAll().split(' ').value(1).toLongLong() * pageBytes;
}

/// How late a timer of 5 ms fires: what a person would feel as a window that does not answer.
class LoopProbe {
public:
    LoopProbe()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(period);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_delays.push_back(std::max(0.0, milliseconds(m_clock) - period));
            m_clock.restart();
        });
        m_clock.start();
        m_timer.start();
    }
    QJsonObject delays() const { return spread(m_delays); }

private:
    static constexpr int period = 5; // ms
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<double> m_delays;
};

bool waitFor(const std::function<bool()>& isReached)
{
    QElapsedTimer clock;
    clock.start();
    while (!isReached() && clock.elapsed() < patience)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    return isReached();
}

/// When a canvas has painted a scene for the first time.
class FirstPicture : public QObject {
public:
    FirstPicture()
    {
        qApp->installEventFilter(this);
        m_clock.start();
    }
    double ms() const { return m_ms; }
    bool isThere() const { return m_ms >= 0; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* canvas = qobject_cast<CanvasView*>(watched);
        if (m_ms < 0 && !m_isBusy && canvas != nullptr && event->type() == QEvent::Paint
            && !canvas->content().isEmpty()) {
            m_isBusy = true;
            watched->event(event);
            m_ms = milliseconds(m_clock);
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QElapsedTimer m_clock;
    double m_ms = -1;
    bool m_isBusy = false;
};

/// An application that notes which handlers of events keep the window from answering.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        const auto type = event->type();
        const QByteArray name = receiver->metaObject()->className(); // it may be gone afterwards
        const bool isOutermost = m_depth == 0;
        ++m_depth;
        QElapsedTimer clock;
        clock.start();
        const bool isHandled = QApplication::notify(receiver, event);
        --m_depth;
        if (isOutermost && milliseconds(clock) > longEvent)
            m_long.append(QJsonObject { { "receiver", QString::fromLatin1(name) },
                { "event", QVariant::fromValue(type).toString() },
                { "ms", rounded(milliseconds(clock)) } });
        return isHandled;
    }
    /// Since the last call.
    QJsonArray takeLongEvents() { return std::exchange(m_long, {}); }

private:
    static constexpr double longEvent = 8; // ms
    int m_depth = 0;
    QJsonArray m_long;
};

TimedApplication& application() { return *static_cast<TimedApplication*>(qApp); }

/// Of this thread: what a busy machine adds to the time on the wall is not in it, nor is the window
/// system.
double processorMilliseconds()
{
    timespec time {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

struct FrameTimes {
    std::vector<double> wall;
    std::vector<double> processor;

    void add(double wallMs, double processorMs)
    {
        wall.push_back(wallMs);
        processor.push_back(processorMs);
    }
    QJsonObject spread() const
    {
        auto row = ::spread(wall);
        row["cpu_p50"] = rounded(quantile(processor, 0.5));
        row["cpu_p95"] = rounded(quantile(processor, 0.95));
        return row;
    }
};

/// Scripted frames on one canvas.
class FrameScript {
public:
    FrameScript(CanvasView& canvas, int frames)
        : m_canvas(canvas)
        , m_frames(frames)
    {
    }

    QJsonObject run()
    {
        QJsonObject rows;
        for (const double zoom : { 1.0, 0.5, 0.2, 0.1, 0.05 })
            rows[QStringLiteral("pan z=%1").arg(zoom)] = pan(zoom);
        rows["pan, all visible"] = pan(fitZoom());
        rows["zoom 0.7 to 0.05 and back"] = zoom(0.7, 0.05);
        rows["zoom all visible to 1 and back"] = zoom(1, fitZoom());
        rows["hover z=0.7"] = hover(0.7);
        rows["hover, all visible"] = hover(fitZoom());
        return rows;
    }

private:
    const layout::Scene& scene() const { return *m_canvas.content().scene; }

    double fitZoom() const { return ui::fittedTo(m_canvas.view(), scene().bounds).zoom; }

    /// In the densest rank's surroundings, so that there is something to draw.
    ViewState start(double zoom) const
    {
        auto view = m_canvas.view();
        view.zoom = zoom;
        const auto& bounds = scene().bounds;
        if (double(bounds.height) * zoom <= windowSize.height())
            return ui::centredOn(view, { double(bounds.width) / 2, double(bounds.height) / 2 });
        std::size_t widest = 0;
        for (std::size_t rank = 0; rank < scene().rankCount(); ++rank) {
            if (scene().rank(rank).size() > scene().rank(widest).size())
                widest = rank;
        }
        const auto centre = scene().boxes[scene().rank(widest).front()].centre();
        return ui::centredOn(view, { double(centre.x), double(centre.y) });
    }

    void frame(FrameTimes& times, const std::function<void()>& change)
    {
        const double before = processorMilliseconds();
        QElapsedTimer clock;
        clock.start();
        change();
        m_canvas.repaint();
        QCoreApplication::processEvents();
        QGuiApplication::sync();
        times.add(milliseconds(clock), processorMilliseconds() - before);
    }

    void settle(const ViewState& view)
    {
        m_canvas.setView(view);
        m_canvas.repaint();
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < 400)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }

    QJsonObject pan(double zoom)
    {
        FrameTimes times;
        auto view = start(zoom);
        settle(view);
        for (int i = 0; i < m_frames; ++i) {
            const auto step = i < m_frames / 2 ? panStep : -panStep;
            view = ui::panned(view, -step);
            frame(times, [&] { m_canvas.setView(view); });
        }
        return times.spread();
    }

    QJsonObject zoom(double from, double to)
    {
        FrameTimes times;
        auto view = start(from);
        settle(view);
        const QPointF anchor(windowSize.width() / 2.0, windowSize.height() / 2.0);
        const int steps
            = std::clamp(int(std::abs(std::log(from / to)) / std::log(zoomPerFrame)), 4, m_frames);
        const double factor = std::pow(to / from, 1.0 / steps);
        for (const double by : { factor, 1 / factor }) {
            for (int i = 0; i < steps; ++i) {
                view = ui::zoomedAt(view, by, anchor);
                frame(times, [&] { m_canvas.setView(view); });
            }
        }
        return times.spread();
    }

    QJsonObject hover(double zoom)
    {
        FrameTimes times;
        settle(start(zoom));
        for (int i = 0; i < m_frames; ++i) {
            const QPointF at(
                40 + i * 17 % (windowSize.width() - 80), 40 + i * 29 % (windowSize.height() - 80));
            QMouseEvent move(QEvent::MouseMove, at, m_canvas.mapToGlobal(at), Qt::NoButton,
                Qt::NoButton, Qt::NoModifier);
            frame(times, [&] { QCoreApplication::sendEvent(&m_canvas, &move); });
        }
        return times.spread();
    }

    CanvasView& m_canvas;
    int m_frames;
};

double hitTestMicroseconds(const layout::Scene& scene)
{
    constexpr int tries = 200'000;
    constexpr float tolerance = 4;
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same points every time
    std::uniform_real_distribution<float> x(0, scene.bounds.width);
    std::uniform_real_distribution<float> y(0, scene.bounds.height);
    std::size_t hits = 0;
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < tries; ++i)
        hits += layout::hitTest(scene, { x(random), y(random) }, tolerance).kind
                != layout::HitKind::Nothing
            ? 1
            : 0;
    const double each = double(clock.nsecsElapsed()) / 1000 / tries;
    return hits > 0 ? each : -each;
}

QJsonObject measureCanvas(const CanvasContent& content, int frames)
{
    QElapsedTimer clock;
    clock.start();
    CanvasView canvas;
    canvas.resize(windowSize);
    canvas.setContent(content, CanvasView::Arrival::Fresh);
    canvas.show();
    waitFor([&] { return canvas.isVisible() && canvas.testAttribute(Qt::WA_Mapped); });
    canvas.repaint();
    QGuiApplication::sync();
    QJsonObject row;
    row["create_and_first_paint_ms"] = rounded(milliseconds(clock));
    row["boxes"] = qint64(content.scene->boxCount());
    row["lines"] = qint64(content.scene->lineCount());
    row["scene_bytes_per_node"]
        = rounded(double(layout::sceneBytes(*content.scene)) / double(content.scene->boxCount()));
    row["hit_test_us"] = rounded(hitTestMicroseconds(*content.scene));
    row["frames_ms"] = FrameScript(canvas, frames).run();
    return row;
}

QJsonObject measureOpening(const QString& path, std::shared_ptr<const CanvasContent>* content)
{
    ui::MainWindow window;
    window.resize(windowSize);
    window.show();
    waitFor([&] { return window.testAttribute(Qt::WA_Mapped); });
    QGuiApplication::sync();
    const auto before = residentBytes();
    application().takeLongEvents();
    const LoopProbe probe;
    FirstPicture picture;
    QElapsedTimer clock;
    clock.start();
    auto* document = window.openFile(path);
    waitFor([&] { return picture.isThere(); });
    waitFor([&] { return document->analysis() != nullptr && window.jobs().isIdle(); });
    QJsonObject row;
    row["first_picture_ms"] = rounded(picture.ms());
    row["all_known_ms"] = rounded(milliseconds(clock));
    row["loop_delay_ms"] = probe.delays();
    row["long_events"] = application().takeLongEvents();
    const auto nodes = std::max<std::size_t>(1, document->model()->nodes.size());
    row["nodes"] = qint64(nodes);
    row["resident_bytes_per_node"] = rounded(double(residentBytes() - before) / double(nodes));
    auto* canvas = window.findChild<CanvasView*>();
    if (canvas != nullptr)
        *content = std::make_shared<const CanvasContent>(canvas->content());
    return row;
}

/// From asking to stop until no job is left, at many moments of opening.
QJsonArray measureCancel(const QString& path)
{
    constexpr int moments = 12;
    constexpr double growth = 1.6;
    QJsonArray rows;
    bool isBusy = true;
    double after = 20; // ms
    for (int i = 0; isBusy && i < moments; ++i, after *= growth) {
        ui::MainWindow window;
        window.resize(windowSize);
        window.show();
        window.openFile(path);
        QElapsedTimer clock;
        clock.start();
        bool isTime = false;
        QTimer::singleShot(int(after), Qt::PreciseTimer, [&] { isTime = true; });
        waitFor([&] { return isTime; });
        isBusy = !window.jobs().isIdle();
        // At the moment of the last one's end: the loop looks only when no event is left.
        double stopped = 0;
        QObject::connect(&window.jobs(), &ui::JobRunner::jobsChanged, &window, [&] {
            if (stopped == 0 && window.jobs().isIdle())
                stopped = milliseconds(clock);
        });
        clock.restart();
        for (const auto& job : window.jobs().jobs())
            window.jobs().cancel(job.id);
        waitFor([&] { return window.jobs().isIdle(); });
        rows.append(QJsonObject { { "after_ms", rounded(after) }, { "was_busy", isBusy },
            { "stopped_in_ms", rounded(stopped) } });
    }
    return rows;
}

/// Each node reads one or two of about the last sixty: nothing like a model, and dense.
std::string randomGraph(int nodes)
{
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same graph every time
    std::ostringstream text;
    text << "v0: float[4]\n";
    constexpr const char* binary[] = { "Add", "Mul", "Sub", "MatMul" };
    constexpr const char* unary[] = { "Relu", "Exp", "Tanh", "Neg" };
    for (int i = 1; i <= nodes; ++i) {
        const auto pick = [&] { return std::max(0, i - 1 - int(random() % 60)); };
        if (random() % 2 == 0)
            text << 'v' << i << " = " << unary[random() % 4] << "(v" << pick() << ")\n";
        else
            text << 'v' << i << " = " << binary[random() % 4] << "(v" << pick() << ", v" << pick()
                 << ")\n";
    }
    text << 'v' << nodes << " ->\n";
    return text.str();
}

std::string chainGraph(int nodes)
{
    std::ostringstream text;
    text << "v0: float[4]\n";
    for (int i = 1; i <= nodes; ++i)
        text << 'v' << i << " = "
             << (i % 3 == 0          ? "Relu"
                        : i % 3 == 1 ? "Exp"
                                     : "Tanh")
             << "(v" << i - 1 << ")\n";
    text << 'v' << nodes << " ->\n";
    return text.str();
}

CanvasContent placed(std::shared_ptr<const model::Model> model)
{
    const auto drawing = layout::buildDrawing(
        *model, nullptr, layout::Level { model->main().id }, {}, *ui::fontMeasurer());
    auto scene = layout::layered(drawing);
    CanvasContent content;
    content.scene = std::make_shared<const layout::Scene>(*std::move(scene));
    content.model = std::move(model);
    return content;
}

} // namespace

int main(int argc, char** argv)
{
    const TimedApplication application(argc, argv);
    QCommandLineParser options;
    options.addHelpOption();
    options.addPositionalArgument("MODEL", "ONNX files to open and to draw", "[MODEL...]");
    options.addOption({ "random", "A random graph of N nodes", "N" });
    options.addOption({ "chain", "A chain of N nodes", "N" });
    options.addOption({ "frames", "Frames per row", "N", "60" });
    options.addOption({ "cancel", "Measure cancelling too" });
    options.addOption({ "opening-only", "No frames" });
    options.process(application);
    const QTemporaryDir settings;
    ui::settings::useFolder(settings.path());
    ui::Theme::instance().apply();

    const int frames = std::max(4, options.value("frames").toInt());
    QJsonObject report { { "platform", QGuiApplication::platformName() },
        { "qt", QString::fromLatin1(qVersion()) } };
    QJsonObject graphs;
    for (const auto& path : options.positionalArguments()) {
        std::shared_ptr<const CanvasContent> content;
        QJsonObject row { { "opening", measureOpening(path, &content) } };
        if (options.isSet("cancel"))
            row["cancel"] = measureCancel(path);
        if (content != nullptr && !options.isSet("opening-only")) {
            auto whole = placed(content->model); // every node, whatever the window folds
            row["canvas"] = measureCanvas(whole, frames);
        }
        graphs[QFileInfo(path).fileName()] = row;
    }
    if (options.isSet("random"))
        graphs["random"] = measureCanvas(
            placed(testing::modelFromGraphText(randomGraph(options.value("random").toInt()))),
            frames);
    if (options.isSet("chain"))
        graphs["chain"] = measureCanvas(
            placed(testing::modelFromGraphText(chainGraph(options.value("chain").toInt()))),
            frames);
    report["graphs"] = graphs;
    std::fputs(QJsonDocument(report).toJson().constData(), stdout);
    return 0;
}
