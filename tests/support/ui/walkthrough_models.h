#pragma once

#include <QString>

#include <string>

/// Model files of the acceptance walkthroughs, made on the spot.
namespace testing {

/// A decoder with named dimensions `batch` and `sequence`: per layer /model/layers.N/self_attn and
/// mlp with two weights each, attention over a mask that every layer reads. Real shapes, so that
/// work can be counted.
std::string decoderModel(int layers);
/// Twelve products whose weights lie in `weights.data`, 64 bytes each.
std::string externalWeightsModel();
constexpr int externalWeights = 12;
constexpr int externalWeightBytes = 64;
/// A chain with two operators of a domain that nobody has, the second after the first.
std::string customOperatorModel();
/// A main graph with an If, whose branches hold a Conv each, and a call of a local function with a
/// Conv.
std::string nestedModel();
/// A chain of Relu nodes; the first has this name.
std::string chainModel(int nodes, const std::string& firstName);
/// One weight in a file outside the model's folder.
std::string outsideWeightsModel(const std::string& location);

void writeFile(const QString& path, const std::string& bytes);

} // namespace testing
