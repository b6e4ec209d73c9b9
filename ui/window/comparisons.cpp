#include "ui/window/comparisons.h"

#include "model/onnx/parser.h"
#include "profiler/importers/html.h"
#include "profiler/importers/importer.h"
#include "profiler/tables/metadata.h"
#include "ui/compare/comparison_page.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_controller.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"
#include "ui/window/run_actions.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>

namespace ui {

namespace {

/// True if the document has all that a comparison needs.
bool isSettled(const Document& document)
{
    return document.kind() == Document::Kind::Model ? document.analysis() != nullptr
                                                    : document.profile() != nullptr;
}

/// Returns `run of 14:05`; empty if the start of the run is unknown.
QString detailOf(const Document::Run& run)
{
    const auto start = startOf(run);
    return start.isValid()
        ? Comparisons::tr("run of %1").arg(start.toString(QStringLiteral("HH:mm")))
        : QString();
}

/// Returns the document with its current run, if it has one, as a side of a comparison.
ComparedSide sideOf(Document& document)
{
    ComparedSide side { plain(document.title().toStdString(), 60), {}, &document, document.model(),
        document.profile() };
    if (document.currentRun() >= 0 && document.kind() == Document::Kind::Model)
        side.detail = detailOf(document.runs()[static_cast<std::size_t>(document.currentRun())]);
    return side;
}

ComparedSide sideOf(Document& document, const Document::Run& run, const QString& title)
{
    return { plain(title.toStdString(), 60), {}, &document, document.model(), run.profile };
}

bool isUnmeasuredModel(const Document& document)
{
    return document.kind() == Document::Kind::Model && document.profile() == nullptr;
}

} // namespace

Comparisons::Comparisons(Context& context, DocumentTabs& tabs, StatusJobs& status)
    : QObject(&tabs)
    , m_context(context)
    , m_tabs(tabs)
    , m_status(status)
{
    connect(&m_tabs, &DocumentTabs::compareRequested, this, &Comparisons::compareFiles);
    m_context.actions.on("compare.with", this, [this] {
        auto* document = m_tabs.currentDocument();
        if (document == nullptr)
            return;
        const auto path = askForCompared(tr("Compare with"));
        if (!path.isEmpty())
            compareWith(document, path);
    });
    m_context.actions.on("edit.difference", this, [this] {
        auto* document = m_tabs.currentDocument();
        if (document != nullptr && document->model() != nullptr)
            compareWithItsFile(document);
    });
    m_context.actions.on("compare.open", this, [this] {
        const auto first = askForCompared(tr("Compare: choose the baseline (A)"));
        const auto second = first.isEmpty()
            ? QString()
            : askForCompared(tr("Compare: choose the file to compare with it (B)"));
        if (!second.isEmpty())
            compareFiles(first, second);
    });
    m_context.actions.on("compare.lastRuns", this, [this] {
        auto* document = m_tabs.currentDocument();
        if (document == nullptr || document->runs().size() < 2)
            return;
        const auto& runs = document->runs();
        compareRuns(document, runs[runs.size() - 2], runs.back());
    });
    m_context.actions.on("compare.engines", this, [this] {
        auto* document = m_tabs.currentDocument();
        if (document != nullptr && document->model() != nullptr)
            m_tabs.openEngines(document);
    });
    const auto step = [this](int by) {
        if (auto* page = m_tabs.currentComparison())
            page->stepDifference(by);
    };
    m_context.actions.on("compare.next", this, [step] { step(1); });
    m_context.actions.on("compare.previous", this, [step] { step(-1); });
}

QString Comparisons::askForCompared(const QString& title)
{
    const auto path = QFileDialog::getOpenFileName(&m_tabs, title, settings::value("file/folder"),
        tr("Models, profiles and traces (*.onnx *.opscope *.part *.html *.json *.gz *.sqlite *.txt "
           "*.log);;All files (*)"));
    if (!path.isEmpty())
        settings::setValue("file/folder", QFileInfo(path).absolutePath());
    return path;
}

void Comparisons::compareRuns(Document* document, const Document::Run& a, const Document::Run& b)
{
    QString titleA = titleOf(a);
    QString titleB = titleOf(b);
    if (const auto ofA = deviceTitleOf(a), ofB = deviceTitleOf(b); ofA != ofB) {
        titleA += QStringLiteral(" · ") + ofA;
        titleB += QStringLiteral(" · ") + ofB;
    }
    if (titleA == titleB) { // started in the same minute
        titleA = tr("%1, first").arg(titleA);
        titleB = tr("%1, second").arg(titleB);
    }
    compare({ sideOf(*document, a, titleA), sideOf(*document, b, titleB) });
}

/// If the document has a run and the file is a profile, the file is read without a tab.
void Comparisons::compareWith(Document* document, const QString& path)
{
    if (!profiler::looksLikeProfile(path.toStdString()) || document->profile() == nullptr)
        return compareDocuments(document, openForComparing(path));
    using Profile = std::shared_ptr<const profiler::Profile>;
    m_context.jobs.start<Profile>(
        document, QStringLiteral("compareWith"), tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path](std::stop_token stop, const support::Progress& progress) {
            return profiler::importProfile(path.toStdString(), std::move(stop), progress);
        },
        [this, path, side = sideOf(*document)](support::Result<Profile> read) {
            if (!read)
                return m_status.showError(read.error());
            const auto name = plain(QFileInfo(path).fileName().toStdString(), 60);
            compare({ side, ComparedSide { name, {}, nullptr, nullptr, *std::move(read) } });
        });
}

void Comparisons::compareWithItsFile(Document* document)
{
    using Model = std::shared_ptr<const model::Model>;
    const auto path = document->path();
    m_context.jobs.start<Model>(
        document, QStringLiteral("compareWith"), tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path, options = document->openOptions()](
            std::stop_token stop, const support::Progress& progress) -> support::Result<Model> {
            return TRY(
                model::onnx::openModel(path.toStdString(), options, std::move(stop), progress));
        },
        [this, document = QPointer(document), path](support::Result<Model> read) {
            if (!read)
                return m_status.showError(read.error());
            if (document == nullptr || document->model() == nullptr)
                return;
            const auto name = plain(QFileInfo(path).fileName().toStdString(), 60);
            compare({ ComparedSide { name, tr("the file"), nullptr, *std::move(read), nullptr },
                ComparedSide { name, tr("edited"), document, document->model(), nullptr } });
        });
}

void Comparisons::compareFiles(const QString& a, const QString& b)
{
    auto* first = openForComparing(a);
    compareDocuments(first, openForComparing(b));
}

Document* Comparisons::openForComparing(const QString& path)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    if (const auto* page = m_tabs.pageOf(absolute))
        return page->document();
    return m_tabs.add(absolute,
        profiler::looksLikeProfile(absolute.toStdString()) ? Document::Kind::Profile
                                                           : Document::Kind::Model);
}

void Comparisons::compareDocuments(Document* a, Document* b)
{
    if (a == b)
        return m_status.showResult(
            tr("This file is open already: choose another one to compare"), "warning");
    auto* waiting = new QObject(this);
    const auto look = [this, waiting, a = QPointer(a), b = QPointer(b)] {
        const auto isLost = [](const Document* document) {
            return document == nullptr || document->state() == Document::State::Failed;
        };
        const bool isOver = isLost(a) || isLost(b);
        if (!isOver && !(isSettled(*a) && isSettled(*b)))
            return;
        delete waiting; // and with it the connections
        if (isOver)
            m_status.showResult(tr("One of the two files could not be opened"), "error");
        else
            compareSettled(*a, *b);
    };
    for (auto* document : { a, b }) {
        connect(document, &Document::stateChanged, waiting, look);
        connect(document, &Document::analysisChanged, waiting, look);
        connect(document, &Document::profileChanged, waiting, look);
        connect(document, &QObject::destroyed, waiting, look, Qt::QueuedConnection);
    }
    look();
}

/// A model without a run is profiled first if it is compared with a profile.
void Comparisons::compareSettled(Document& a, Document& b)
{
    const bool isAFirst = isUnmeasuredModel(a) && b.kind() == Document::Kind::Profile;
    const bool isBFirst = isUnmeasuredModel(b) && a.kind() == Document::Kind::Profile;
    if (!isAFirst && !isBFirst)
        return compare({ sideOf(a), sideOf(b) });
    auto& measured = isAFirst ? a : b;
    if (m_context.runs->isRunning() || !runBlockerOf(measured, *m_context.runs).isEmpty())
        return m_status.showResult(
            tr("%1 has no run to compare: profile it first").arg(measured.title()), "warning");
    connect(
        m_context.runs, &RunController::finished, this,
        [this, a = QPointer(&a), b = QPointer(&b)](Document*, bool isGood) {
            if (isGood && a != nullptr && b != nullptr)
                compare({ sideOf(*a), sideOf(*b) });
        },
        Qt::SingleShotConnection);
    m_status.showResult(tr("Profiling %1, to compare it").arg(measured.title()), "ok");
    m_context.runs->start(&measured, RunController::Mode::Profile);
}

void Comparisons::compare(std::array<ComparedSide, 2> sides)
{
    const auto title = tr("Comparing %1 and %2").arg(sides[0].title, sides[1].title);
    QObject* receiver
        = sides[0].document != nullptr ? sides[0].document.data() : sides[1].document.data();
    m_context.jobs.start<Compared>(
        receiver, QStringLiteral("compare"), title,
        [sides = std::move(sides)](
            std::stop_token stop, const support::Progress&) -> support::Result<Compared> {
            auto compared = compareSides(sides, stop);
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "comparing was stopped");
            return compared;
        },
        [this](support::Result<Compared> compared) {
            if (compared)
                m_tabs.add(*std::move(compared));
        });
}

void Comparisons::open(const QString& path)
{
    m_context.jobs.start<Compared>(
        this, QStringLiteral("openComparison"), tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path](std::stop_token, const support::Progress&) -> support::Result<Compared> {
            const auto profiles = TRY(profiler::readComparison(path.toStdString()));
            std::array<ComparedSide, 2> sides;
            for (std::size_t i = 0; i < 2; ++i)
                sides[i] = { plain(profiles[i]->metadata.text(profiler::keys::modelName), 60), {},
                    nullptr, nullptr, profiles[i] };
            return compareSides(std::move(sides));
        },
        [this](support::Result<Compared> compared) {
            if (compared)
                m_tabs.add(*std::move(compared));
            else
                m_status.showError(compared.error());
        });
}

void Comparisons::refreshActions()
{
    const auto* document = m_tabs.currentDocument();
    const bool hasSide
        = document != nullptr && (document->model() != nullptr || document->profile() != nullptr);
    m_context.actions.enableUnless(
        "compare.with", hasSide ? QString() : tr("no model or profile is open"));
    m_context.actions.enableUnless("compare.lastRuns",
        document != nullptr && document->runs().size() > 1
            ? QString()
            : tr("the document has fewer than two runs"));
    m_context.actions.enableUnless("compare.engines",
        document != nullptr && document->model() != nullptr ? QString() : tr("no model is open"));
    const auto reason
        = m_tabs.currentComparison() != nullptr ? QString() : tr("no comparison is shown");
    for (const auto* id : { "compare.next", "compare.previous" })
        m_context.actions.enableUnless(id, reason);
}

} // namespace ui
