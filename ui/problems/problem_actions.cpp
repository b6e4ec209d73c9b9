#include "ui/problems/problem_actions.h"

#include "model/edit/repairs.h"
#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/gpu/device_findings.h"
#include "ui/gpu/fallback_findings.h"
#include "ui/run/run_controller.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPointer>

#include <algorithm>
#include <array>

namespace ui {

namespace {

/// True for findings that depend on the run settings: device, recording options, libraries.
bool isOfRun(const support::Diagnostic& finding)
{
    constexpr std::array<std::string_view, 6> rules { deviceFailedCode, deviceNoticeCode,
        "run-failed", "records-lost", "counters-refused", "operator-unsupported" };
    return std::ranges::find(rules, finding.code) != rules.end() || isProbeFinding(finding);
}

class Actions {
public:
    explicit Actions(Panel& panel)
        : m_panel(panel)
        , m_document(panel.document())
        , m_runs(panel.context().runs)
    {
    }

    std::vector<ProblemAction> of(const support::Diagnostic& finding)
    {
        const bool canRun
            = m_runs != nullptr && m_document != nullptr && m_document->model() != nullptr;
        if (m_document != nullptr && m_document->model() != nullptr
            && m_document->editor() != nullptr)
            addRepairs(finding);
        if (canRun && finding.code == deviceFailedCode)
            add("runOnCpu", tr("Run on the CPU"), tr("The same run again, without the GPU"),
                [runs = m_runs, document = m_document] {
                    runs->repeatOnCpu(document); // does nothing if the document was closed
                });
        if (canRun && isProbeFinding(finding) && m_runs->settingsOf(m_document).isOnGpu())
            add("chooseCpu", tr("Choose the CPU"), tr("Runs of this model use the CPU from now on"),
                [runs = m_runs, document = m_document] {
                    if (document == nullptr)
                        return;
                    runs->settingsOf(document).device = QStringLiteral("cpu");
                    runs->settingsEdited(document);
                });
        if (const auto command = commandOf(finding.advice); !command.isEmpty())
            add("copyCommand", tr("Copy Install Command"), command,
                [context = &m_panel.context(), command] {
                    QGuiApplication::clipboard()->setText(command);
                    context->showStatus(tr("Copied: %1").arg(command), "ok");
                });
        if (finding.code == fallbackCode)
            open("openOperators", tr("Open Operators"), "go.operators");
        if (canRun && isOfRun(finding))
            open("openRun", tr("Open the Run Panel"), "run.settings");
        return std::move(m_actions);
    }

private:
    void add(const char* id, const QString& text, const QString& hint, std::function<void()> follow)
    {
        m_actions.push_back({ id, text, hint, std::move(follow) });
    }
    /// Buttons for a finding that has one sure repair.
    void addRepairs(const support::Diagnostic& finding)
    {
        const auto& model = *m_document->model();
        const auto repair = model::edit::repairOf(model, finding);
        if (!repair)
            return;
        const auto* const kind = model::edit::operationKind(repair->name);
        addRepair("repair", tr("Repair"),
            kind != nullptr ? upperFirst(QString::fromUtf8(
                kind->summary.data(), static_cast<qsizetype>(kind->summary.size())))
                            : QString(),
            { *repair });
        auto all = model::edit::repairsOf(model, m_document->problems());
        if (all.size() > 1)
            addRepair("repairAll", tr("Repair All"),
                tr("Mends all findings that have one sure repair"), std::move(all));
    }
    void addRepair(const char* id, const QString& text, const QString& hint,
        std::vector<model::edit::Operation> operations)
    {
        add(id, text, hint, [document = m_document, text, operations = std::move(operations)] {
            if (document == nullptr || document->editor() == nullptr)
                return;
            document->editor()->setOn(true);
            ModelEdit edit;
            edit.operations = operations;
            if (operations.size() > 1)
                edit.text = text;
            document->editor()->apply(std::move(edit));
        });
    }
    void open(const char* id, const QString& text, const char* panel)
    {
        auto* action = m_panel.context().actions.action(panel);
        add(id, text, {}, [action] { action->trigger(); });
    }

    Panel& m_panel;
    QPointer<Document> m_document;
    RunController* m_runs;
    std::vector<ProblemAction> m_actions;
};

} // namespace

std::vector<ProblemAction> problemActions(const support::Diagnostic& finding, Panel& panel)
{
    return Actions(panel).of(finding);
}

QString commandOf(std::string_view advice)
{
    constexpr std::string_view beginning = "pip install ";
    if (!advice.starts_with(beginning))
        return {};
    // Package names contain neither commas nor blanks, so the command ends there.
    const auto end = advice.find_first_of(", ;", beginning.size());
    const auto command = advice.substr(0, end);
    return command.size() > beginning.size()
        ? QString::fromUtf8(command.data(), static_cast<qsizetype>(command.size()))
        : QString();
}

QString adviceOf(const support::Diagnostic& finding, qsizetype limit)
{
    auto advice = plain(finding.advice, limit);
    return commandOf(finding.advice).isEmpty() ? upperFirst(std::move(advice)) : advice;
}

QString findingText(const support::Diagnostic& finding, qsizetype limit)
{
    auto message = plain(finding.message, limit);
    const auto rule = ruleSentence(finding.code);
    return upperFirst(rule.isTranslated ? rule.text + QStringLiteral(": ") + message : message);
}

} // namespace ui
