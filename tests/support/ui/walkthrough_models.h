#pragma once

#include <QString>

#include <string>

/// Models for the acceptance tests in the window, generated when needed.
namespace testing {

/// A decoder with the free dimensions `batch` and `sequence`. Per layer /model/layers.N/self_attn
/// and mlp with two weights each; every layer's attention reads the same mask. The shapes are
/// consistent, so that FLOP can be computed.
std::string decoderModel(int layers);
/// Twelve matrix products whose weights are in `weights.data`, 64 bytes each.
std::string externalWeightsModel();
constexpr int externalWeights = 12;
constexpr int externalWeightBytes = 64;
/// A chain with two operators of an unknown domain, one after the other.
std::string customOperatorModel();
/// A main graph with an If, whose branches contain a Conv each, and with a call of a local function
/// that contains a Conv.
std::string nestedModel();
/// A chain of Relu nodes; the first one has this name.
std::string chainModel(int nodes, const std::string& firstName);
/// A model with one weight in a file outside its folder.
std::string outsideWeightsModel(const std::string& location);

void writeFile(const QString& path, const std::string& bytes);

} // namespace testing
