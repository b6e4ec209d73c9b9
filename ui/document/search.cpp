#include "ui/document/search.h"

namespace ui {

void Search::setHits(std::shared_ptr<const Hits> hits)
{
    if (hits == nullptr && m_hits == nullptr)
        return;
    m_hits = std::move(hits);
    emit hitsChanged();
}

void Search::setColoured(bool isColoured)
{
    if (isColoured == m_isColoured)
        return;
    m_isColoured = isColoured;
    emit colouringChanged();
}

void Search::ask(const QString& query)
{
    m_query = query;
    emit asked(query);
}

} // namespace ui
