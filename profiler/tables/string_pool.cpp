#include "profiler/tables/string_pool.h"

namespace profiler {

StringPool::StringPool(const StringPool& other)
{
    for (const auto& text : other.m_texts) // the keys of m_ids must be views into our own texts
        intern(text);
}

StringId StringPool::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    const StringId id(m_texts.size());
    m_ids.emplace(m_texts.emplace_back(text), id);
    return id;
}

StringId StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? StringId() : found->second;
}

std::string_view StringPool::text(StringId id) const
{
    return id.isValid() && id.value() < m_texts.size() ? std::string_view(m_texts[id.value()])
                                                       : std::string_view();
}

} // namespace profiler
