#pragma once

#include "model/model.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace ui {

/// The search state of a document: the query, its results, and whether the graph view colours them.
/// Any view may ask for a query; the Find dock runs it.
class Search : public QObject {
    Q_OBJECT

public:
    /// The results of the last valid query. Shared with the graph view.
    struct Hits {
        QString query;
        std::shared_ptr<const model::Model> model;
        std::vector<std::uint32_t> nodes; ///< ascending
    };

    using QObject::QObject;

    QString query() const { return m_query; }
    void setQuery(const QString& query) { m_query = query; }
    /// Null if there is no query or no result.
    std::shared_ptr<const Hits> hits() const { return m_hits; }
    void setHits(std::shared_ptr<const Hits> hits);

    /// True while the graph view draws the hits in their own colour.
    bool isColoured() const { return m_isColoured; }
    void setColoured(bool isColoured);

    /// Asks the Find dock to run this query.
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
