#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace engine {

enum class FourierSign { Forward, Inverse };

/// Returns the factors of a transform's length in the order of the passes.
std::vector<std::size_t> fourierFactors(std::size_t length);

/// e^(-+ 2 pi i k / n) for k = 0..n-1; exact where sine or cosine is 0 or 1.
template <typename T>
std::vector<std::complex<T>> unitRoots(std::size_t n, FourierSign sign);

/// y[k] = sum over j of x[j] * e^(-+ 2 pi i j k / n), not scaled, for any length.
///
/// The length is split into factors (4, then 2, then odd ones), and each factor is one pass over
/// the signal (Stockham). A pass transforms groups of `factor` elements directly, multiplies them
/// by roots of unity, and writes them in the order of the next pass, so that no reordering is
/// needed. Arithmetic is in T, in the order of FFTPACK: float results are rounded like those of
/// other programs of that family, which compute float signals in float. A length with a large prime
/// factor becomes a convolution whose length is a power of two (Bluestein), in double. Cost: n *
/// (sum of the factors) operations, or some n log n.
template <typename T>
std::vector<std::complex<T>> fourier(std::vector<std::complex<T>> x, FourierSign sign);

extern template std::vector<std::complex<float>> unitRoots(std::size_t, FourierSign);
extern template std::vector<std::complex<double>> unitRoots(std::size_t, FourierSign);
extern template std::vector<std::complex<float>> fourier(
    std::vector<std::complex<float>>, FourierSign);
extern template std::vector<std::complex<double>> fourier(
    std::vector<std::complex<double>>, FourierSign);

} // namespace engine
