#include "ui/inspectors/model_survey.h"

#include "model/support/hash.h"
#include "ui/document/document.h"
#include "ui/jobs/job_runner.h"

namespace ui {

ModelSurvey& ModelSurvey::of(Document& document, JobRunner& jobs)
{
    if (auto* known = document.findChild<ModelSurvey*>(QString(), Qt::FindDirectChildrenOnly))
        return *known;
    return *new ModelSurvey(document, jobs);
}

ModelSurvey::ModelSurvey(Document& document, JobRunner& jobs)
    : QObject(&document)
    , m_document(document)
    , m_jobs(jobs)
{
    connect(&document, &Document::modelChanged, this, &ModelSurvey::start);
    start();
}

const ModelSurvey::Counts* ModelSurvey::counts() const
{
    return m_counts && m_counts->model == m_document.model() ? &*m_counts : nullptr;
}

void ModelSurvey::start()
{
    m_hash.clear();
    m_isHashing = false;
    m_jobs.cancelAll(this);
    if (m_document.model() == nullptr)
        return;
    m_jobs.start<Counts>(
        this, QStringLiteral("survey"), tr("Counting operators and weights"),
        [model = m_document.model(), tree = m_document.treeOf(m_document.model()->main().id)](
            std::stop_token stop, const support::Progress&) -> support::Result<Counts> {
            Counts counts { model, model::statisticsOf(*model), {} };
            const auto groups = tree != nullptr
                ? tree
                : std::make_shared<const layout::GroupTree>(
                    layout::buildGroupTree(*model, model->main().id, stop));
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "counting was stopped");
            counts.groups = layout::weightsByGroup(*model, *groups);
            return counts;
        },
        [this](support::Result<Counts> counts) {
            if (!counts)
                return;
            m_counts = *std::move(counts);
            emit changed();
        });
}

void ModelSurvey::computeHash()
{
    if (m_document.model() == nullptr || m_isHashing)
        return;
    m_isHashing = true;
    m_jobs.start<std::string>(
        this, QStringLiteral("sha256"), tr("Computing SHA-256"),
        [path = m_document.model()->path](std::stop_token stop, const support::Progress& progress) {
            return support::sha256OfFile(path, stop, progress);
        },
        [this](support::Result<std::string> hash) {
            m_isHashing = false;
            m_hash = hash ? QString::fromStdString(*hash) : tr("not readable");
            emit changed();
        });
    emit changed();
}

} // namespace ui
