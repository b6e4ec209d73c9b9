#include "model/compare/three_way.h"

#include "model/compare/compare.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <compare>
#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

namespace model {
namespace {

using support::sanitise;

/// A part of the base, or one that a version added.
struct Part {
    enum class Kind { Interface, Node, AddedNode, Weight };
    Kind kind;
    std::uint32_t id = 0; ///< of a node of the base, or of an added node without a name
    std::string name = {}; ///< what both versions call it
    auto operator<=>(const Part&) const = default;
};

using Changes = std::map<Part, ThreeWayChange>;
using Side = std::string ThreeWayChange::*;

void addText(std::string& text, const std::string& more)
{
    text += (text.empty() ? "" : " · ") + more;
}

std::string nodeText(const Node& node)
{
    return sanitise(node.type) + (node.name.empty() ? "" : " " + support::quote(node.name));
}

constexpr std::string_view otherElements = "other elements";

std::string nameOf(const Model& model, ValueId value)
{
    return value.isValid() ? support::quote(model.value(value).name) : "none";
}

bool areEqual(
    std::span<const std::byte> a, std::span<const std::byte> b, const std::stop_token& stop)
{
    if (a.size() != b.size() || a.data() == b.data())
        return a.size() == b.size();
    const auto* other = b.data();
    const bool isSame = support::visitPieces(a, [&](std::span<const std::byte> piece) {
        const bool isSamePiece = std::memcmp(piece.data(), other, piece.size()) == 0;
        other += piece.size();
        return isSamePiece && !stop.stop_requested();
    });
    support::forgetPages(b);
    return isSame;
}

/// External data at one place is the same file for both.
bool haveSameElements(const Model& modelA, const Tensor& a, const Model& modelB, const Tensor& b,
    const std::stop_token& stop)
{
    using Place = TensorRef::Place;
    if (a.ref.strings && b.ref.strings)
        return *a.ref.strings == *b.ref.strings;
    const auto placeOf = [](const TensorRef& ref) {
        return std::tie(ref.place, ref.file, ref.offset, ref.length);
    };
    if (a.ref.place == Place::ExternalFile && placeOf(a.ref) == placeOf(b.ref))
        return true;
    const auto bytesA = modelA.store->bytes(a);
    const auto bytesB = modelB.store->bytes(b);
    return bytesA && bytesB ? areEqual(bytesA->bytes, bytesB->bytes, stop) : !bytesA && !bytesB;
}

const Tensor* weightOf(const Model& model, std::string_view name)
{
    for (const auto id : model.main().initializers)
        if (model.value(id).name == name)
            return &model.tensor(model.value(id).initializer);
    return nullptr;
}

/// Compares one version with the base.
class Comparison {
public:
    Comparison(const Model& base, const Model& version, const std::stop_token& stop)
        : m_base(base)
        , m_version(version)
        , m_stop(stop)
        , m_difference(compareStructure(base, version, stop))
    {
    }

    void addTo(Changes& changes, Side side, std::uint32_t sideNumber) const
    {
        for (const auto& row : m_difference.models) {
            const auto end = row.find(": ");
            auto& change = changes[{ Part::Kind::Interface, 0, row.substr(0, end) }];
            change.part = row.substr(0, end);
            addText(change.*side, row.substr(end + 2));
        }
        std::vector<const NodeDifference*> known(m_base.nodes.size());
        for (const auto& row : m_difference.nodes)
            if (row.a.isValid())
                known[row.a.value()] = &row;
            else
                addNew(changes, row.b, side, sideNumber);
        for (std::uint32_t i = 0; i < known.size() && !m_stop.stop_requested(); ++i) {
            const auto text = changeOf(NodeId(i), known[i]);
            if (text.empty())
                continue;
            auto& change = changes[{ Part::Kind::Node, i }];
            change.part = nodeText(m_base.nodes[i]);
            change.*side = text;
        }
        addWeights(changes, side);
    }

private:
    /// Nodes that both versions added under one name are one part.
    void addNew(Changes& changes, NodeId id, Side side, std::uint32_t sideNumber) const
    {
        const auto& node = m_version.node(id);
        const auto own = node.name.empty() ? 2 * id.value() + sideNumber + 1 : 0;
        auto& change = changes[{ Part::Kind::AddedNode, own, node.name }];
        change.part = nodeText(node);
        std::string inputs;
        for (const auto input : node.inputs)
            inputs += (inputs.empty() ? "" : ", ") + nameOf(m_version, input);
        change.*side
            = "added: " + sanitise(node.type) + " of " + (inputs.empty() ? "none" : inputs);
    }

    std::string changeOf(NodeId id, const NodeDifference* known) const
    {
        if (known != nullptr && known->change == NodeChange::Removed)
            return "removed";
        std::string text;
        const auto& a = m_base.node(id);
        const auto& b = m_version.node(m_difference.alignment.partner(id));
        if (a.name != b.name)
            addText(text, "renamed to " + support::quote(b.name));
        if (known != nullptr)
            for (const auto& words : known->what)
                addText(text, words);
        for (std::size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i)
            if (!readsSame(a.inputs[i], b.inputs[i]) && !isTold(known, i))
                addText(text, arrow("input ", i, a.inputs[i], b.inputs[i]));
        for (std::size_t i = 0; i < std::min(a.outputs.size(), b.outputs.size()); ++i)
            if (nameOf(m_base, a.outputs[i]) != nameOf(m_version, b.outputs[i]))
                addText(text, arrow("output ", i, a.outputs[i], b.outputs[i]));
        return text;
    }

    std::string arrow(std::string_view what, std::size_t index, ValueId a, ValueId b) const
    {
        return std::string(what) + std::to_string(index) + ": " + nameOf(m_base, a) + " → "
            + nameOf(m_version, b);
    }

    static bool isTold(const NodeDifference* known, std::size_t input)
    {
        const auto start = "input " + std::to_string(input) + ":";
        return known != nullptr && std::ranges::any_of(known->what, [&](const std::string& words) {
            return words.starts_with(start);
        });
    }

    /// True if both values are made at the same place. Readers of a renamed value did not change.
    bool readsSame(ValueId a, ValueId b) const
    {
        if (!a.isValid() || !b.isValid())
            return a.isValid() == b.isValid();
        const auto& inBase = m_base.value(a);
        const auto& inVersion = m_version.value(b);
        if (!inBase.producer.isValid() || !inVersion.producer.isValid())
            return inBase.name == inVersion.name;
        return m_difference.alignment.partner(inBase.producer) == inVersion.producer
            && inBase.producerOutput == inVersion.producerOutput;
    }

    void addWeights(Changes& changes, Side side) const
    {
        std::unordered_map<std::string_view, TensorId> now;
        for (const auto id : m_version.main().initializers)
            now.try_emplace(m_version.value(id).name, m_version.value(id).initializer);
        const auto add = [&](std::string_view name, const std::string& text) {
            if (text.empty())
                return;
            auto& change = changes[{ Part::Kind::Weight, 0, std::string(name) }];
            change.part = "weight " + sanitise(name);
            change.*side = text;
        };
        for (const auto id : m_base.main().initializers) {
            const std::string_view name = m_base.value(id).name;
            const auto found = now.find(name);
            add(name,
                found == now.end() ? "removed"
                                   : weightChange(m_base.tensor(m_base.value(id).initializer),
                                       m_version.tensor(found->second)));
            if (found != now.end())
                now.erase(found);
        }
        for (const auto& [name, tensor] : now)
            add(name, "added");
    }

    std::string weightChange(const Tensor& before, const Tensor& after) const
    {
        const auto typeOf = [](const Tensor& tensor) {
            return shapeText(shapeOf(tensor.dims)) + " " + std::string(name(tensor.element));
        };
        if (typeOf(before) != typeOf(after))
            return typeOf(before) + " → " + typeOf(after);
        return haveSameElements(m_base, before, m_version, after, m_stop)
            ? std::string()
            : std::string(otherElements);
    }

    const Model& m_base;
    const Model& m_version;
    const std::stop_token& m_stop;
    const StructureDifference m_difference;
};

} // namespace

std::vector<ThreeWayChange> compareThreeWays(
    const Model& base, const Model& theirs, const Model& ours, const std::stop_token& stop)
{
    Changes changes;
    Comparison(base, theirs, stop).addTo(changes, &ThreeWayChange::theirs, 0);
    Comparison(base, ours, stop).addTo(changes, &ThreeWayChange::ours, 1);
    std::vector<ThreeWayChange> rows;
    for (auto& [part, change] : changes) {
        change.isConflict
            = !change.theirs.empty() && !change.ours.empty() && change.theirs != change.ours;
        if (part.kind == Part::Kind::Weight && change.theirs == otherElements
            && change.ours == otherElements)
            change.isConflict = !haveSameElements(
                theirs, *weightOf(theirs, part.name), ours, *weightOf(ours, part.name), stop);
        rows.push_back(std::move(change));
    }
    std::ranges::stable_partition(rows, &ThreeWayChange::isConflict);
    return rows;
}

} // namespace model
