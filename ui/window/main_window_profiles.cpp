#include "ui/window/main_window.h"

#include "model/support/text.h"
#include "ui/document/document.h"
#include "ui/pages/document_page.h"
#include "ui/run/read_run.h"
#include "ui/widgets/icon.h"
#include "ui/window/status_jobs.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>

/// Opening profiles in a tab of their own, or attaching them to a model.
namespace ui {

Document* MainWindow::openProfile(const QString& path)
{
    auto* model = modelForProfile();
    if (model == nullptr)
        return addDocument(new Document(path, m_jobs, nullptr, Document::Kind::Profile));
    readProfile(model, path,
        [this, model, path](ProfileMatch match) { askWhereTo(model, path, std::move(match)); });
    return model;
}

Document* MainWindow::modelForProfile() const
{
    const auto isModel = [](const Document* document) {
        return document != nullptr && document->model() != nullptr;
    };
    if (auto* current = currentDocument(); isModel(current))
        return current;
    for (int i = 0; i < m_tabs->count(); ++i) {
        const auto* page = qobject_cast<DocumentPage*>(m_tabs->widget(i));
        if (page != nullptr && isModel(page->document()))
            return page->document();
    }
    return nullptr;
}

void MainWindow::readProfile(
    Document* model, const QString& path, std::function<void(ProfileMatch)> take)
{
    m_jobs.start<ProfileMatch>(
        model, QStringLiteral("attach ") + path, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path, shown = model->model()](std::stop_token stop, const support::Progress& progress) {
            return readRunFor(path, *shown, std::move(stop), progress);
        },
        [this, take = std::move(take)](support::Result<ProfileMatch> match) {
            if (match)
                take(*std::move(match));
            else
                m_statusJobs->showResult(QString::fromStdString(match.error().message()), "error");
        });
}

void MainWindow::attachProfile(Document* model, const QString& path)
{
    readProfile(model, path, [this, model = QPointer(model), path](ProfileMatch match) {
        if (model != nullptr)
            attach(*model, std::move(match));
    });
}

void MainWindow::attach(Document& model, ProfileMatch match)
{
    const double share = match.run.matchedShare.value_or(0);
    const auto name = QFileInfo(match.run.path).fileName();
    const auto text = match.isSameFile
        ? tr("Attached %1, which was recorded with this model file").arg(name)
        : tr("Attached %1: %2 of its time belongs to nodes of this model")
              .arg(name, QString::fromStdString(support::shareText(share)));
    model.addRun(std::move(match.run));
    m_statusJobs->showResult(text, match.isSameFile || share > 0.99 ? "ok" : "warning");
}

void MainWindow::askWhereTo(Document* model, const QString& path, ProfileMatch match)
{
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Open profile"), {}, QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    const auto share
        = QString::fromStdString(support::shareText(match.run.matchedShare.value_or(0)));
    box->setText(match.isSameFile
            ? tr("%1 was recorded with %2.").arg(QFileInfo(path).fileName(), model->title())
            : tr("%1 was recorded with another file than %2.\n%3 of its time can be matched to "
                 "nodes of this model by their names.")
                  .arg(QFileInfo(path).fileName(), model->title(), share));
    auto* attachHere
        = box->addButton(tr("Attach to %1").arg(model->title()), QMessageBox::AcceptRole);
    auto* ownTab = box->addButton(tr("Open on its own"), QMessageBox::ActionRole);
    box->addButton(QMessageBox::Cancel);
    box->setDefaultButton(match.run.matchedShare.value_or(0) > 0 ? attachHere : ownTab);
    connect(box, &QMessageBox::finished, this,
        [this, box, attachHere, ownTab, model = QPointer(model), path, match = std::move(match)] {
            if (box->clickedButton() == attachHere && model != nullptr)
                attach(*model, match);
            else if (box->clickedButton() == ownTab)
                addDocument(new Document(path, m_jobs, nullptr, Document::Kind::Profile));
        });
    box->open();
}

void MainWindow::openModelFor(const QString& profilePath, const QString& modelPath)
{
    auto* model = openFile(modelPath);
    if (model == nullptr || model->kind() != Document::Kind::Model)
        return;
    if (model->model() != nullptr)
        return attachProfile(model, profilePath);
    // Matching the profile needs the nodes of the model.
    connect(
        model, &Document::modelChanged, this,
        [this, model, profilePath] { attachProfile(model, profilePath); },
        Qt::SingleShotConnection);
}

} // namespace ui
