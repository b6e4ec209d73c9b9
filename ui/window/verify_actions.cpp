#include "ui/window/verify_actions.h"

#include "ui/document/document.h"
#include "ui/verify/test_folder.h"
#include "ui/verify/verification.h"
#include "ui/verify/verify_controller.h"
#include "ui/verify/verify_text.h"
#include "ui/window/actions.h"
#include "ui/window/file_opener.h"
#include "ui/window/panel.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

namespace ui {

VerifyActions::VerifyActions(
    Context& context, DocumentTabs& tabs, FileOpener& opener, StatusJobs& status)
    : QObject(&tabs)
    , m_verifier(*context.verifier)
    , m_tabs(tabs)
    , m_opener(opener)
    , m_status(status)
{
    context.actions.on("run.verify", this, [this] {
        const auto* document = m_tabs.currentDocument();
        const auto folder = QFileDialog::getExistingDirectory(&m_tabs,
            tr("Test folder: model.onnx with test_data_set_0"),
            document != nullptr ? QFileInfo(document->path()).absolutePath() : QString());
        if (!folder.isEmpty())
            verifyFolder(folder);
    });
    context.actions.on("run.verifyTiers", this, [this] { askForTiers(); });
    connect(&m_verifier, &VerifyController::finished, this,
        [this](Document* document) { showVerified(*document); });
}

/// Asks for the memory limit, then starts the comparison with the reference kernels.
void VerifyActions::askForTiers()
{
    auto* document = m_tabs.currentDocument();
    if (document == nullptr || document->model() == nullptr)
        return;
    auto& settings = m_verifier.settingsOf(document);
    bool isChosen = false;
    const int cap = QInputDialog::getInt(&m_tabs, tr("Verify against reference"),
        tr("The model runs with its usual kernels and with the reference kernels, which are slow; "
           "every operator is compared.\n\nMost memory for values of the reference run, MiB:"),
        settings.capMiB, 1, 1 << 20, 1, &isChosen);
    if (!isChosen)
        return;
    settings.capMiB = cap;
    m_verifier.compareTiers(document);
}

void VerifyActions::verifyFolder(const QString& path)
{
    const auto test = testFolderAt(path);
    if (!test)
        return m_status.showError(test.error());
    auto* document = m_opener.open(test->model);
    if (test->sets == 0)
        return m_status.showResult(
            tr("%1 has no test_data_set_0 to verify the model with").arg(test->folder), "warning");
    m_verifier.verifyFolder(document, test->folder);
}

void VerifyActions::showVerified(Document& document)
{
    const auto verification = document.verification();
    if (verification == nullptr)
        return;
    m_status.showResult(document.title() + QStringLiteral(": ") + summaryOf(*verification),
        verification->isAllPassed()                               ? "ok"
            : verification->state == Verification::State::Stopped ? "warning"
                                                                  : "error",
        &document);
}

} // namespace ui
