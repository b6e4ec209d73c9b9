#pragma once

#include "model/query/query.h"
#include "model/query/query_index.h"

#include <string>
#include <string_view>
#include <vector>

namespace model {

/// One suggestion for the text at the cursor.
struct QueryCandidate {
    std::string text; ///< replaces the bytes from `from` to `to`
    std::string hint; ///< description: `214 nodes`, `operator or element type`
};

/// Suggestions for the term at the cursor of a query.
struct QueryCompletion {
    std::size_t from = 0; ///< byte offset in the line
    std::size_t to = 0;
    std::vector<QueryCandidate> candidates; ///< best first
    bool isKey = false; ///< candidates are keys or complete terms; a key ends with its `:` or `>`
};

/// Returns keys, or after a key the texts that occur in this model: operators, element types,
/// domains, scopes, attributes and their values, shapes, names. At most `limit` candidates.
/// `cursor` is a byte offset. Takes a few milliseconds with a hundred thousand nodes. Reads
/// `context.index`, which must not be null, and the measured values.
QueryCompletion completeQuery(
    std::string_view text, std::size_t cursor, const QueryContext& context, std::size_t limit = 40);

} // namespace model
