#include "ui/document/document.h"
#include "ui/verify/test_folder.h"
#include "ui/verify/verification.h"
#include "ui/verify/verify_controller.h"
#include "ui/verify/verify_text.h"
#include "ui/window/main_window.h"
#include "ui/window/status_jobs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

/// Verification of models, started from the menu or by a dropped folder.
namespace ui {

void MainWindow::connectVerifyActions()
{
    on("run.verify", [this] {
        const auto* document = currentDocument();
        const auto folder = QFileDialog::getExistingDirectory(this,
            tr("Test folder: model.onnx with test_data_set_0"),
            document != nullptr ? QFileInfo(document->path()).absolutePath() : QString());
        if (!folder.isEmpty())
            verifyFolder(folder);
    });
    on("run.verifyTiers", [this] { askForTiers(); });
    connect(m_verifier, &VerifyController::started, this, [this](Document* document) {
        if (document == currentDocument())
            showPanel(QStringLiteral("verify"));
    });
    connect(m_verifier, &VerifyController::finished, this,
        [this](Document* document) { showVerified(*document); });
}

/// Asks for the memory limit, then starts the comparison with the reference kernels.
void MainWindow::askForTiers()
{
    auto* document = currentDocument();
    if (document == nullptr || document->model() == nullptr)
        return;
    auto& settings = m_verifier->settingsOf(document);
    bool isChosen = false;
    const int cap = QInputDialog::getInt(this, tr("Verify against reference"),
        tr("The model runs with its usual kernels and with the reference kernels, which are slow; "
           "every operator is compared.\n\nMost memory for values of the reference run, MiB:"),
        settings.capMiB, 1, 1 << 20, 1, &isChosen);
    if (!isChosen)
        return;
    settings.capMiB = cap;
    m_verifier->compareTiers(document);
}

void MainWindow::openDropped(const QString& path)
{
    QFileInfo(path).isDir() ? verifyFolder(path) : static_cast<void>(openFile(path));
}

void MainWindow::verifyFolder(const QString& path)
{
    const auto test = testFolderAt(path);
    if (!test)
        return m_statusJobs->showResult(QString::fromStdString(test.error().message()), "error");
    auto* document = openFile(test->model);
    if (test->sets == 0)
        return m_statusJobs->showResult(
            tr("%1 has no test_data_set_0 to verify the model with").arg(test->folder), "warning");
    m_verifier->verifyFolder(document, test->folder);
}

void MainWindow::showVerified(Document& document)
{
    const auto verification = document.verification();
    if (verification == nullptr)
        return;
    m_statusJobs->showResult(document.title() + QStringLiteral(": ") + summaryOf(*verification),
        verification->isAllPassed()                               ? "ok"
            : verification->state == Verification::State::Stopped ? "warning"
                                                                  : "error",
        &document);
}

} // namespace ui
