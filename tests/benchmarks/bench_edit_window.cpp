#include "tests/benchmarks/edit_cases.h"
#include "tests/support/layout/big_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

// How long the window takes from the gesture to the painted picture of the edited model. Columns,
// in milliseconds, as medians:
//   picture   from the gesture to the end of the first paint with the edited model, on the clock
//   best      the shortest of them
//   window    time on a core of the window's thread until then
//   after     the same from then until everything is up to date: analysis, lists, search
//   longest   the longest single event of the window's thread until everything is up to date
// Each edit is applied, taken back and done again.
//
//     bench_edit_window              50,000 nodes with scoped names
//     bench_edit_window FILE.onnx    another model
//     bench_edit_window '' insert    only edits whose name contains the word

namespace {

constexpr std::size_t nodeCount = 50'000;
constexpr int repetitions = 3;
constexpr int patience = 120'000; // ms
constexpr QSize windowSize(1600, 1000);

double clockMs(clockid_t clock)
{
    timespec time {};
    ::clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}
double nowMs() { return clockMs(CLOCK_MONOTONIC); }
double windowMs() { return clockMs(CLOCK_THREAD_CPUTIME_ID); }

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

/// Notes when a canvas has painted another model, and the longest event.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        const bool isPaint = event->type() == QEvent::Paint;
        const bool isOutermost = m_depth == 0;
        ++m_depth;
        const auto begin = windowMs();
        const bool isHandled = QApplication::notify(receiver, event);
        --m_depth;
        if (isOutermost)
            longest = std::max(longest, windowMs() - begin);
        auto* const canvas
            = isPaint && !isPainted ? qobject_cast<ui::CanvasView*>(receiver) : nullptr;
        if (canvas != nullptr && canvas->content().model != before) {
            isPainted = true;
            paintedMs = nowMs();
            paintedWindowMs = windowMs();
        }
        return isHandled;
    }
    void expect(std::shared_ptr<const model::Model> shown)
    {
        before = std::move(shown);
        isPainted = false;
        longest = 0;
    }

    std::shared_ptr<const model::Model> before;
    bool isPainted = true;
    double paintedMs = 0;
    double paintedWindowMs = 0;
    double longest = 0;

private:
    int m_depth = 0;
};

TimedApplication& application() { return *static_cast<TimedApplication*>(qApp); }

bool waitFor(const std::function<bool()>& isReached)
{
    QElapsedTimer clock;
    QTimer look; // else a call would wait for an event that does not come
    look.start(20);
    clock.start();
    while (!isReached() && clock.elapsed() < patience)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    return isReached();
}

struct Times {
    std::vector<double> picture, window, after, longest;

    void print(const std::string& name) const
    {
        std::printf("%-20s %8.1f %8.1f %8.1f %8.1f %8.1f\n", name.c_str(), median(picture),
            *std::ranges::min_element(picture), median(window), median(after), median(longest));
        std::fflush(stdout);
    }
};

class Measuring {
public:
    explicit Measuring(const QString& path)
    {
        m_window.resize(windowSize);
        m_window.show();
        m_document = m_window.openFile(path);
    }

    bool open()
    {
        if (!waitFor([&] { return m_document->analysis() != nullptr && isIdle(); }))
            return false;
        editor().setOn(true);
        return waitFor([&] { return isIdle(); });
    }

    bool run(const std::string& wanted)
    {
        std::printf("%zu nodes, %d of them drawn\n%-20s %8s %8s %8s %8s %8s\n",
            m_document->model()->nodes.size(), int(m_document->scene()->boxCount()), "", "picture",
            "best", "window", "after", "longest");
        return std::ranges::all_of(
            benchmarks::editCases(*m_document->model()), [&](const benchmarks::EditCase& each) {
                return each.name.find(wanted) == std::string::npos || measure(each);
            });
    }

private:
    ui::ModelEditor& editor() { return *m_document->editor(); }
    bool isIdle() { return m_window.jobs().isIdle() && !editor().isBusy(); }

    bool apply(const std::string& script)
    {
        const auto operations = model::edit::operationsFrom(script);
        if (!operations)
            return false;
        editor().apply({ *operations, {}, ui::ModelEdit::NewErrors::Allowed, {} });
        return true;
    }

    bool time(Times& times, const std::function<void()>& gesture)
    {
        application().expect(m_document->model());
        const auto begin = nowMs();
        const auto beginWindow = windowMs();
        gesture();
        if (!waitFor([] { return application().isPainted; }) || !waitFor([&] { return isIdle(); }))
            return false;
        QElapsedTimer quiet;
        quiet.start();
        waitFor([&] { return quiet.elapsed() > 100; });
        times.picture.push_back(application().paintedMs - begin);
        times.window.push_back(application().paintedWindowMs - beginWindow);
        times.after.push_back(windowMs() - application().paintedWindowMs);
        times.longest.push_back(application().longest);
        return true;
    }

    bool measure(const benchmarks::EditCase& edit)
    {
        const auto count = editor().count();
        if (!edit.before.empty() && (!apply(edit.before) || !waitFor([&] { return isIdle(); })))
            return false;
        Times applied, undone, redone;
        for (int i = 0; i < repetitions; ++i) {
            const bool isDone = time(applied, [&] { apply(edit.script); })
                && time(undone, [&] { editor().undo(); }) && time(redone, [&] { editor().redo(); })
                && time(undone, [&] { editor().undo(); });
            if (!isDone) {
                std::fprintf(stderr, "bench_edit_window: %s was not shown\n", edit.name.c_str());
                return false;
            }
        }
        applied.print(edit.name);
        undone.print("  undo");
        redone.print("  redo");
        editor().goTo(count);
        return waitFor([&] { return isIdle(); });
    }

    ui::MainWindow m_window;
    ui::Document* m_document = nullptr;
};

} // namespace

int main(int argc, char** argv)
{
    const TimedApplication application(argc, argv);
    const QTemporaryDir folder;
    ui::settings::useFolder(folder.path());
    ui::Theme::instance().apply();
    auto path = QString::fromLocal8Bit(argc > 1 ? argv[1] : "");
    if (path.isEmpty()) {
        path = folder.filePath(QStringLiteral("scoped.onnx"));
        QFile file(path);
        const auto bytes = testing::bigModel(testing::BigVariant::Scoped, nodeCount).bytes;
        if (!file.open(QIODevice::WriteOnly)
            || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
            return 1;
    }
    Measuring measuring(path);
    const bool isMeasured = measuring.open() && measuring.run(argc > 2 ? argv[2] : "");
    return isMeasured ? 0 : 1;
}
