#pragma once

#include "model/edit/editing.h"
#include "model/edit/quantise/codes.h"

#include <map>
#include <string>
#include <vector>

/// Quantising a model: weights, and in two of the schemes activations, get integers of 4 or 8 bits
/// in place of floats. Only nodes of the main graph are quantised. A node that is not keeps its
/// bytes, and the plan says why.
///
///     Blocks    weights in blocks of a row, computing stays in float:
///               MatMul(x, W)  ->  MatMulNBits(x, codes, scales)          (com.microsoft)
///               Gather(T, i)  ->  GatherBlockQuantized(codes, i, scales) (com.microsoft)
///     Dynamic   weights as int8, activations as uint8 with a range that each run finds:
///               MatMul(x, W)  ->  MatMulInteger(DynamicQuantizeLinear(x), codes) · scales
///               Gather(T, i)  ->  Gather(codes, i) · Gather(scales, i)
///     Static    weights as int8, activations with fixed ranges: QuantizeLinear and
///               DequantizeLinear around each operator; engines fuse the three to one
///
/// Every value that was there keeps its name, so runs before and after can be compared value by
/// value.
namespace model::edit {

enum class QuantisationScheme { Blocks, Dynamic, Static };

/// The engine whose fusions the model is made for. Both give weights one scale per output channel.
enum class ActivationProfile {
    X86, ///< ONNX Runtime and OpenVINO: uint8 activations, int32 biases
    TensorRt, ///< int8 activations with zero point 0, float biases
};

enum class WeightScales { PerChannel, PerTensor };
enum class TableCodes { Keep, FourBits, EightBits };
/// How a product computes whose weights are a table that a Gather reads too.
enum class TiedProducts {
    Float, ///< with the floats that the codes of the table stand for
    Integer, ///< as other products: faster, with the error of codes for its input
};

struct ActivationRange {
    double low = 0;
    double high = 0;
};

struct QuantiseOptions {
    QuantisationScheme scheme = QuantisationScheme::Blocks;
    std::vector<std::string> keptNodes; ///< names or paths of nodes that stay as they are
    std::vector<std::string> keptTypes; ///< types of operators that stay as they are
    BlockFormat format; ///< Blocks
    TableCodes tables = TableCodes::EightBits; ///< Blocks: tables that Gather reads
    /// Blocks: in what MatMulNBits computes: 0 as its input, 4 with int8 activations, which is
    /// faster and less exact.
    std::int64_t accuracyLevel = 0;
    WeightScales weightScales = WeightScales::PerChannel; ///< Dynamic, Static
    TiedProducts tiedProducts = TiedProducts::Float; ///< Dynamic
    ActivationProfile profile = ActivationProfile::X86; ///< Static
    /// Static: the range of each value of QuantisationPlan::activations, by name.
    std::map<std::string, ActivationRange, std::less<>> ranges;
};

/// Weights with fewer elements are not quantised.
constexpr std::uint64_t smallestWeight = 1024;

/// A node that is not quantised although its operator could be.
struct UnquantisedNode {
    NodeId node;
    std::string reason; ///< `its weight is computed`
};

/// What a scheme does with a model.
struct QuantisationPlan {
    std::vector<NodeId> nodes; ///< that are quantised, in the order of the file
    std::vector<UnquantisedNode> left;
    /// Static: the values that get codes. Those of one list have one range, because only operators
    /// that move elements are between them.
    std::vector<std::vector<ValueId>> activations;
};

/// Decides what is quantised. Fails with ErrorKind::Usage for a kept node that the model does not
/// have, for options out of range, and if no node can be quantised.
support::Result<QuantisationPlan> planQuantisation(
    const Model& model, const QuantiseOptions& options);

/// Quantises and returns a sentence for the history. Fails also if a range is missing, or if the
/// opset of the model lacks an operator: the message says which version is needed.
support::Result<std::string> quantise(Editing& editing, const QuantiseOptions& options);

} // namespace model::edit
