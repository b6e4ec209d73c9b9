#pragma once

#include "model/query/query.h"
#include "model/query/query_index.h"

#include <string>
#include <string_view>
#include <vector>

namespace model {

/// One way on from what is typed.
struct QueryCandidate {
    std::string text; ///< replaces the bytes from `from` to `to`
    std::string hint; ///< what it finds: `214 nodes`, `operator or element type`
};

/// What may stand at the cursor of a query line.
struct QueryCompletion {
    std::size_t from = 0; ///< bytes of the line
    std::size_t to = 0;
    std::vector<QueryCandidate> candidates; ///< best first
    bool isKey = false; ///< candidates are keys (or whole terms): see their last character
};

/// Keys, and after a key what occurs in this model: operators, element types, domains, scopes,
/// attributes and their values, shapes, names. At most `limit` of them; `cursor` is a byte offset.
/// Takes a few milliseconds with a hundred thousand nodes. Source of figures: `context.index`,
/// which must be there, and what is measured.
QueryCompletion completeQuery(
    std::string_view text, std::size_t cursor, const QueryContext& context, std::size_t limit = 40);

} // namespace model
