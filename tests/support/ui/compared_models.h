#pragma once

#include <string>

/// Two model files that compute the same thing in two ways, for comparisons.
namespace testing {

/// Dense layers with Relu in float: `block.N/dense/MatMul`, `block.N/dense/Add`,
/// `block.N/act/Relu`.
std::string floatPerceptron(int layers);
/// The same with products of whole numbers: each MatMul is a DynamicQuantizeLinear, a MatMulInteger
/// and what makes floats of it. The weights are exactly those of the float model, so only the
/// activations are rounded. No node is named as there.
std::string wholePerceptron(int layers);

} // namespace testing
