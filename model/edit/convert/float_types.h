#pragma once

#include "model/inference/shape_inference.h"
#include "model/model.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace model::edit::convert {

/// Which floats become another type.
struct FloatChoice {
    ElementType to = ElementType::Float16;
    std::set<ElementType> from { ElementType::Float };
    std::set<std::string> keptOperators; ///< types of nodes whose floats stay
    std::set<std::uint32_t> keptNodes; ///< ids
    std::set<std::uint32_t> keptValues; ///< ids of constants that stay
    bool keepsInterface = false; ///< inputs and outputs of the model keep their types
};

/// Decides for each place where a value is made or read whether it is in the new type.
///
/// A place is an input or output of a node, or of a graph. Places that must have one type are a
/// class: those of a node with the same type variable in the schema; what a Loop or Scan carries;
/// the outputs of an If and its branches; the arguments of a function and its calls. A class
/// becomes the new type if each schema in it takes that and none of its places is kept. A place
/// with a fixed type, such as the scales of Resize, is kept. So a value may be made in one type and
/// read in the other; a Cast is needed there.
///
/// Some places follow: a graph input or a constant is made in the type in which it is read, and an
/// operator without a float output reads what there is.
class FloatTypes {
public:
    FloatTypes(const Model& model, const InferredTypes& types, const FloatChoice& choice);

    /// Whether the value is a float of a type that is converted.
    bool isCandidate(ValueId value) const;
    /// Whether the value is made in the new type.
    bool isMadeNew(ValueId value) const { return m_isMadeNew[value.value()]; }
    bool isReadNew(NodeId node, std::size_t input) const;
    bool isOutputNew(GraphId graph, std::size_t output) const;
    /// Why places were kept: a sentence, and for how many nodes.
    const std::map<std::string, std::size_t>& reasons() const { return m_reasons; }

private:
    using Cell = std::uint32_t;
    static constexpr Cell none = 0xffffffff;
    friend class FloatClasses;

    const Model& m_model;
    const InferredTypes& m_types;
    const FloatChoice& m_choice;
    std::vector<Cell> m_nodeInputs; ///< first cell of each node; outputs follow the inputs
    std::vector<Cell> m_graphInputs; ///< first cell of each graph
    std::vector<Cell> m_graphOutputs;
    std::vector<Cell> m_constants; ///< by value; of initializers that are no inputs
    std::vector<bool> m_isNew; ///< by cell
    std::vector<bool> m_isMadeNew; ///< by value
    std::map<std::string, std::size_t> m_reasons;
};

/// Why a Cast in a graph cannot convert a value to or from a type: the operator set that the model
/// imports does not allow it. Empty if it can.
std::string castRefusal(const Model& model, GraphId graph, ElementType type);

} // namespace model::edit::convert
