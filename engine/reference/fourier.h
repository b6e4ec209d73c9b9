#pragma once

#include <complex>
#include <vector>

namespace engine {

enum class FourierSign { Forward, Inverse };

/// y[k] = sum over j of x[j] * e^(-+ 2 pi i j k / n), not scaled, for any length.
///
/// The length is taken apart into factors (4, then 2, then odd ones), and each factor is one pass
/// over the signal: groups of `factor` elements are transformed directly, turned, and written in
/// the order of the next pass (Stockham), so that nothing is ever sorted. Arithmetic is in T, in
/// the order of FFTPACK: results in float carry the same rounding as other programs of that family,
/// which compute float signals in float. A length with a large prime factor becomes a convolution
/// of a length that is a power of two (Bluestein), in double. Cost: n * (sum of the factors)
/// operations, or some n log n.
template <typename T>
std::vector<std::complex<T>> fourier(std::vector<std::complex<T>> x, FourierSign sign);

extern template std::vector<std::complex<float>> fourier(
    std::vector<std::complex<float>>, FourierSign);
extern template std::vector<std::complex<double>> fourier(
    std::vector<std::complex<double>>, FourierSign);

} // namespace engine
