#pragma once

#include "layout/card/group_weights.h"
#include "model/statistics.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ui {

class Document;
class JobRunner;

/// What the model inspector counts: once per model, on a worker, kept with the document.
class ModelSurvey : public QObject {
    Q_OBJECT

public:
    struct Counts {
        std::shared_ptr<const model::Model> model;
        model::ModelStatistics statistics;
        std::vector<layout::GroupWeights> groups; ///< of the main graph
    };

    /// The one of this document; made and started when first asked for.
    static ModelSurvey& of(Document& document, JobRunner& jobs);

    /// Null while it counts, and if there is no model.
    const Counts* counts() const;

    /// SHA-256 of the file: empty until computed. A file of gigabytes is read only when asked.
    QString hash() const { return m_hash; }
    bool isHashing() const { return m_isHashing; }
    void computeHash();

signals:
    void changed();

private:
    ModelSurvey(Document& document, JobRunner& jobs);
    void start();

    Document& m_document;
    JobRunner& m_jobs;
    std::optional<Counts> m_counts;
    QString m_hash;
    bool m_isHashing = false;
};

} // namespace ui
