#pragma once

#include "model/edit/convert/node_draft.h"
#include "model/operator.h"
#include "model/tensor_store.h"

#include <functional>
#include <initializer_list>
#include <utility>

namespace model::edit::convert {

/// A constant of the model with its elements.
struct ConstantElements {
    ElementType element = ElementType::Undefined;
    std::vector<std::int64_t> dims;
    TensorBytes data;

    std::uint64_t count() const { return elementCount(dims).value_or(0); }
    std::vector<std::int64_t> integers() const;
    std::vector<double> reals() const;
};

/// What steps know of the values of a model and share: types, constants, new names.
class Conversion {
public:
    Conversion(Editing& editing, std::int64_t target);

    Editing& editing;
    const std::int64_t target; ///< version of the operator set
    InferredTypes types;
    FreshNames names;
    std::map<std::uint32_t, std::vector<NewConstant>> constants; ///< by graph
    std::map<std::string, std::size_t> assumptions; ///< sentences, and for how many nodes

    const ValueType& typeOf(const DraftValue& value) const;
    void setType(const std::string& name, ValueType type) { m_newTypes[name] = std::move(type); }
    /// Nothing if the value is no constant: neither a Constant node nor an initializer that cannot
    /// be replaced by an input.
    std::optional<ConstantElements> constantOf(const DraftValue& value) const;
    /// A constant of `graph`. The same one for the same name and elements.
    DraftValue addConstant(GraphId graph, NewConstant constant);

private:
    std::unordered_map<std::string, ValueType> m_newTypes;
    std::map<std::string, std::string> m_known; ///< names of new constants by their contents
};

/// One step of one node: to the neighbouring version of its operator.
class StepContext {
public:
    StepContext(Conversion& all, NodeDraft& draft, const OperatorSchema& before,
        const OperatorSchema& after, std::int64_t version)
        : conversion(all)
        , node(draft)
        , from(before)
        , to(after)
        , opset(version)
    {
    }

    Conversion& conversion;
    NodeDraft& node;
    const OperatorSchema& from;
    const OperatorSchema& to;
    const std::int64_t opset; ///< new nodes are written for it

    /// Values of attributes; `fallback` if the node does not have it. They fail if the value is
    /// that of a function's attribute, which each call sets.
    support::Result<const Attribute*> attribute(std::string_view name) const;
    support::Result<std::int64_t> integer(std::string_view name, std::int64_t fallback) const;
    support::Result<std::string> text(std::string_view name, std::string_view fallback) const;

    const ValueType& type(std::size_t input) const;
    /// They fail if the rank or the element type of an input is not known.
    support::Result<std::size_t> rank(std::size_t input) const;
    support::Result<ElementType> element(std::size_t input) const;
    /// Fails if the input is no constant.
    support::Result<ConstantElements> constant(std::size_t input) const;

    DraftValue listConstant(std::string_view what, std::vector<std::int64_t> values);
    DraftValue integerConstant(std::string_view what, std::int64_t value); ///< a scalar
    DraftValue floatsConstant(std::string_view what, const std::vector<float>& values);
    DraftValue floatsConstant(
        std::string_view what, const std::vector<float>& values, std::vector<std::int64_t> dims);
    /// A scalar of a floating or integer type.
    support::Result<DraftValue> scalarConstant(
        std::string_view what, ElementType element, double value);

    using NewAttributes = std::initializer_list<std::pair<std::string_view, Attribute::Value>>;
    /// Adds a node that runs before this one, and returns its output.
    DraftValue addBefore(std::string_view type, std::vector<DraftValue> inputs,
        NewAttributes attributes = {}, ValueType outputType = {});
    /// Adds a node behind this one that makes output 0 from what this node makes, which is its
    /// first input.
    void addAfter(
        std::string_view type, std::vector<DraftValue> moreInputs, NewAttributes attributes = {});
    /// The step is exact only if this holds.
    void assume(const std::string& sentence) { ++conversion.assumptions[sentence]; }

private:
    NodeDraft newNode(std::string_view type, NewAttributes attributes) const;
    DraftValue add(std::string_view what, ElementType element, std::vector<std::int64_t> dims,
        std::vector<std::byte> bytes);
};

/// Why a step cannot be done.
template <typename... Parts>
support::Error refuse(const Parts&... parts)
{
    return support::failAs(support::ErrorKind::Unsupported, parts...);
}

using StepRule = std::function<support::Result<void>(StepContext&)>;

/// What a step does beside what follows from the schemas.
struct StepEntry {
    std::string_view operators; ///< names, separated by blanks
    int version = 0; ///< the step leads from the version before it to this one, and back
    std::string_view upText; ///< for the list; empty: `up` does nothing special
    StepRule up;
    std::string_view downText;
    StepRule down;
};

/// All entries. Each file steps_*.cpp has some.
const std::vector<StepEntry>& stepEntries();
std::vector<StepEntry> inputSteps();
std::vector<StepEntry> shapeSteps();
std::vector<StepEntry> resizeSteps();
std::vector<StepEntry> networkSteps();

/// The entry of the step from the version before `version`; null if none is needed.
const StepEntry* stepEntry(std::string_view type, int version);

/// Does what follows from the two schemas: writes defaults that changed, drops attributes that have
/// their default, and checks counts and types. Fails if the later form cannot express the node.
support::Result<void> carryOver(StepContext& step);

/// What carryOver() does in the step from one schema to the other: `same`, `if dilations is left
/// out`.
std::string carryOverText(const OperatorSchema& from, const OperatorSchema& to);
/// False if carryOver() refuses every node.
bool canCarryOver(const OperatorSchema& from, const OperatorSchema& to);

} // namespace model::edit::convert
