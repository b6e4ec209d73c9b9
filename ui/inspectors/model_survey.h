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

/// Statistics for the model inspector. Computed once per model in a job and stored with the
/// document.
class ModelSurvey : public QObject {
    Q_OBJECT

public:
    struct Counts {
        std::shared_ptr<const model::Model> model;
        model::ModelStatistics statistics;
        std::vector<layout::GroupWeights> groups; ///< of the main graph
    };

    /// Returns the survey of the document; creates and starts it at the first call.
    static ModelSurvey& of(Document& document, JobRunner& jobs);

    /// Null while they are computed, and if there is no model.
    const Counts* counts() const;

    /// SHA-256 of the file; empty until computed. Only computeHash() starts this, because files may
    /// have gigabytes.
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
