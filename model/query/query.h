#pragma once

#include "model/inference/analysis.h"
#include "model/model.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The query language of the Find line, of table filters and of `inspect --find`. Terms are
/// separated by spaces, and all must match. A minus before a term negates it.
///
///     attn matmul              words, in node name, operator type or value names, ignoring case
///     "exact"  /re.*gex/       the whole name; a regular expression (model/support/regex.h)
///     type:Conv  type:fp16     operator type (with *) or element type
///     category:quant  domain:com.microsoft  scope:layers.7
///     attr:kernel_shape=3,3  attr:axis<0  attr:auto_pad
///                              also without attr: if it compares: axis=1; defaults count
///     in:1x*x2048  out:?       shape of an input or output: * any size, ? unknown
///     rank:4  rank>3
///     reads:mask  feeds:logits  neighbours, by value or node name (with *)
///     path:a->b                every node between
///     size>1MiB                tensors of a known size
///     value:nan  zero  constant  outlier  inf
///                              contents of weights and constants
///     time>100us  share>1%  roof<10%  impl:reference  on:cpu
///                              need a profile
namespace model {

class ContentCache;
class QueryIndex;

/// A syntax error or an unanswerable term: the characters from `column` on, and what was expected
/// there.
struct QueryError {
    std::size_t column = 0;
    std::size_t length = 0;
    std::string message;
};

struct QueryMatches {
    std::vector<NodeId> nodes; ///< by id
    std::vector<ValueId> values; ///< values that match by name, type, size or contents; empty if a
                                 ///< term applies to nodes only
    /// Number of tensors whose contents were needed and cannot be read. They match nothing.
    std::size_t unreadable = 0;
};

/// What a query can read in addition to the model. A term that needs an absent part makes run()
/// fail with a message.
struct QueryContext {
    const Model& model;
    const Analysis* analysis = nullptr; ///< inferred shapes; null: declared shapes
    /// Returns a measured number of a node: `time` in nanoseconds, `share` and `roof` as fractions.
    /// Nothing: not measured.
    std::function<std::optional<double>(std::string_view key, NodeId node)> measured;
    /// Returns a measured text of a node: `impl`, `on`.
    std::function<std::string(std::string_view key, NodeId node)> measuredText;
    /// Returns why the profile has no values for this key; empty if it has. May be absent.
    std::function<std::string(std::string_view key)> whyNotMeasured;
    /// Made for this model and analysis. Null: run() builds one, which takes longer.
    std::shared_ptr<const QueryIndex> index;
    /// Results of tensors that were read before. Null: each run reads them again.
    std::shared_ptr<ContentCache> contents;
};

struct QueryTerm;

/// A valid query. Cheap to copy; several threads may run it at the same time.
class Query {
public:
    static std::variant<Query, QueryError> parse(std::string_view text);

    bool isEmpty() const { return m_terms.empty(); }
    /// Returns the terms as written, for "drop last term".
    std::vector<std::string> terms() const;

    /// Returns all matching nodes and values. An empty query matches nothing. Time is linear in the
    /// model, apart from the contents of tensors. After a stop request the result is empty.
    std::variant<QueryMatches, QueryError> run(
        const QueryContext& context, std::stop_token stop = {}) const;

private:
    std::vector<std::shared_ptr<const QueryTerm>> m_terms;
};

/// One key of the language, for completion and help.
struct QueryKey {
    std::string_view name; ///< `type`
    std::string_view example; ///< `type:Conv`
    std::string_view finds; ///< `operator or element type`
    std::string_view compare = ":"; ///< first characters after the key: `:` or `>`
};
std::span<const QueryKey> queryKeys();

} // namespace model
