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

/// The language of the Find line, of table filters and of `inspect --find`: terms separated by
/// spaces, all of which must hold; a minus before a term asks for the opposite.
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

/// What is wrong with a query: the characters from `column` on, and what was expected there.
struct QueryError {
    std::size_t column = 0;
    std::size_t length = 0;
    std::string message;
};

struct QueryMatches {
    std::vector<NodeId> nodes; ///< by id
    std::vector<ValueId> values; ///< values that match by name, type or size, if the query asks for
                                 ///< nothing only nodes have
    /// Tensors whose contents were asked for and cannot be read: they match nothing.
    std::size_t unreadable = 0;
};

/// What a query may know beside the model. Absent parts make terms that need them fail with words.
struct QueryContext {
    const Model& model;
    const Analysis* analysis = nullptr; ///< inferred shapes; else the declared ones
    /// Measured numbers of a node: `time` in nanoseconds, `share` and `roof` as fractions; nothing
    /// = not measured.
    std::function<std::optional<double>(std::string_view key, NodeId node)> measured;
    /// Measured words of a node: `impl`, `on`.
    std::function<std::string(std::string_view key, NodeId node)> measuredText;
    /// Why the profile cannot say this at all; empty if it can. May be absent: it can.
    std::function<std::string(std::string_view key)> whyNotMeasured;
    /// Made for this model and analysis; null = made for each run, which takes longer.
    std::shared_ptr<const QueryIndex> index;
    /// What was found in tensors before; null = read for each run.
    std::shared_ptr<ContentCache> contents;
};

class QueryTerm;

/// A valid query. Cheap to copy; safe to run in several threads.
class Query {
public:
    static std::variant<Query, QueryError> parse(std::string_view text);

    bool isEmpty() const { return m_terms.empty(); }
    /// The terms as written, for "drop last term".
    std::vector<std::string> terms() const;

    /// All matching nodes and values; an empty query matches nothing. Linear in the model; stopped
    /// = nothing.
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
    std::string_view compare = ":"; ///< what follows the key first: `:` or `>`
};
std::span<const QueryKey> queryKeys();

} // namespace model
