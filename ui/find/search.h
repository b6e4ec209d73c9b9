#pragma once

#include "model/model.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace ui {

/// What is looked for in one document: the query, what it found, and whether the graph shows it in
/// colour. Any view may ask for a query; the Find dock answers.
class Search : public QObject {
    Q_OBJECT

public:
    /// What the last valid query found; shared with pictures.
    struct Hits {
        QString query;
        std::shared_ptr<const model::Model> model;
        std::vector<std::uint32_t> nodes; ///< ascending
    };

    using QObject::QObject;

    QString query() const { return m_query; }
    void setQuery(const QString& query) { m_query = query; }
    /// Null while nothing is looked for.
    std::shared_ptr<const Hits> hits() const { return m_hits; }
    void setHits(std::shared_ptr<const Hits> hits);

    /// The graph shows hits in a colour of their own until this is taken back.
    bool isColoured() const { return m_isColoured; }
    void setColoured(bool isColoured);

    /// Asks the Find dock for this query.
    void ask(const QString& query);

signals:
    void hitsChanged();
    void colouringChanged();
    void asked(const QString& query);

private:
    QString m_query;
    std::shared_ptr<const Hits> m_hits;
    bool m_isColoured = false;
};

} // namespace ui
