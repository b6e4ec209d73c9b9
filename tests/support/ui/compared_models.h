#pragma once

#include <string>

/// Two models that compute the same in different ways, for tests of comparisons.
namespace testing {

/// Dense layers with Relu in float: `block.N/dense/MatMul`, `block.N/dense/Add`,
/// `block.N/act/Relu`.
std::string floatPerceptron(int layers);
/// The same layers with integer products: each MatMul is replaced by DynamicQuantizeLinear,
/// MatMulInteger, and a conversion to float. The weights equal those of the float model, so only
/// the activations are rounded. No node has a name of the float model.
std::string integerPerceptron(int layers);

} // namespace testing
