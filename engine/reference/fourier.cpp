#include "engine/reference/fourier.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace engine {

std::vector<std::size_t> fourierFactors(std::size_t n)
{
    std::vector<std::size_t> factors;
    for (; n % 4 == 0; n /= 4)
        factors.push_back(4);
    if (n % 2 == 0) {
        n /= 2;
        factors.insert(factors.begin(), 2);
    }
    for (std::size_t factor = 3; factor * factor <= n; factor += 2) {
        for (; n % factor == 0; n /= factor)
            factors.push_back(factor);
    }
    if (n > 1)
        factors.push_back(n);
    return factors;
}

template <typename T>
std::vector<std::complex<T>> unitRoots(std::size_t n, FourierSign direction)
{
    const double sign = direction == FourierSign::Forward ? -1.0 : 1.0;
    std::vector<std::complex<T>> table(n);
    for (std::size_t k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
        const double cosine = 4 * k % n == 0 && 2 * k % n != 0 ? 0.0 : std::cos(angle);
        const double sine = 2 * k % n == 0 ? 0.0 : sign * std::sin(angle);
        table[k] = { static_cast<T>(cosine), static_cast<T>(sine) };
    }
    return table;
}

namespace {

template <typename T>
using Signal = std::vector<std::complex<T>>;

/// Beyond this factor, Bluestein's algorithm costs less than the direct transform of a group.
constexpr std::size_t largestFactor = 100;

// std::complex's product checks for infinities, which costs a branch and is not needed here.
template <typename T>
std::complex<T> product(const std::complex<T>& a, const std::complex<T>& b)
{
    return { a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real() };
}

/// One pass. `done` is the product of the factors of earlier passes, which is the number of groups.
/// Each group has `factor` runs of `rest` elements.
template <typename T>
class Pass {
public:
    Pass(const Signal<T>& table, std::size_t factor, std::size_t done)
        : m_table(table)
        , m_factor(factor)
        , m_done(done)
        , m_rest(table.size() / (factor * done))
        , m_sums(factor)
        , m_differences(factor)
    {
    }

    void run(const Signal<T>& x, Signal<T>& y)
    {
        for (std::size_t group = 0; group < m_done; ++group) {
            for (std::size_t i = 0; i < m_rest; ++i)
                transformGroup(
                    x.data() + i + m_rest * m_factor * group, i, y.data() + i + m_rest * group);
        }
    }

private:
    /// Elements j and factor - j have the same cosine and opposite sines. Their sum and difference
    /// halve the work.
    void transformGroup(const std::complex<T>* x, std::size_t i, std::complex<T>* y)
    {
        const auto half = (m_factor - 1) / 2;
        for (std::size_t j = 1; j <= half; ++j) {
            m_sums[j] = x[m_rest * j] + x[m_rest * (m_factor - j)];
            m_differences[j] = x[m_rest * j] - x[m_rest * (m_factor - j)];
        }
        const auto stride = m_table.size() / m_factor;
        for (std::size_t k = 0; k < m_factor; ++k) {
            auto even = x[0];
            if (m_factor % 2 == 0)
                even += k % 2 == 0 ? x[m_rest * m_factor / 2] : -x[m_rest * m_factor / 2];
            std::complex<T> odd;
            for (std::size_t j = 1; j <= half; ++j) {
                const auto& root = m_table[j * k % m_factor * stride];
                even += root.real() * m_sums[j];
                odd += std::complex<T>(
                    -root.imag() * m_differences[j].imag(), root.imag() * m_differences[j].real());
            }
            y[m_rest * m_done * k] = product(even + odd, m_table[i * k * m_done % m_table.size()]);
        }
    }

    const Signal<T>& m_table;
    std::size_t m_factor;
    std::size_t m_done;
    std::size_t m_rest;
    Signal<T> m_sums;
    Signal<T> m_differences;
};

template <typename T>
Signal<T> transform(Signal<T> x, const std::vector<std::size_t>& factors, FourierSign sign)
{
    const auto table = unitRoots<T>(x.size(), sign);
    Signal<T> y(x.size());
    std::size_t done = 1;
    for (const auto factor : factors) {
        Pass<T>(table, factor, done).run(x, y);
        std::swap(x, y);
        done *= factor;
    }
    return x;
}

/// Bluestein's algorithm: a convolution with e^(i pi j² / n), as jk = (j² + k² - (k - j)²) / 2.
Signal<double> bluestein(const Signal<double>& x, FourierSign sign)
{
    const auto n = x.size();
    const auto padded = std::bit_ceil(2 * n - 1);
    const auto factors = fourierFactors(padded);
    const auto table = unitRoots<double>(2 * n, sign);
    Signal<double> turned(padded);
    Signal<double> chirp(padded);
    for (std::size_t j = 0; j < n; ++j) {
        const auto root = table[j * j % (2 * n)];
        turned[j] = product(x[j], root);
        chirp[j] = std::conj(root);
        chirp[(padded - j) % padded] = chirp[j];
    }
    turned = transform(std::move(turned), factors, FourierSign::Forward);
    chirp = transform(std::move(chirp), factors, FourierSign::Forward);
    for (std::size_t j = 0; j < padded; ++j)
        turned[j] = product(turned[j], chirp[j]);
    turned = transform(std::move(turned), factors, FourierSign::Inverse);
    Signal<double> result(n);
    for (std::size_t k = 0; k < n; ++k)
        result[k] = product(turned[k], table[k * k % (2 * n)]) / static_cast<double>(padded);
    return result;
}

} // namespace

template <typename T>
std::vector<std::complex<T>> fourier(std::vector<std::complex<T>> x, FourierSign sign)
{
    if (x.size() < 2)
        return x;
    const auto factors = fourierFactors(x.size());
    if (factors.back() <= largestFactor)
        return transform(std::move(x), factors, sign);
    const auto wide = bluestein(Signal<double>(x.begin(), x.end()), sign);
    return Signal<T>(wide.begin(), wide.end());
}

template std::vector<std::complex<float>> unitRoots(std::size_t, FourierSign);
template std::vector<std::complex<double>> unitRoots(std::size_t, FourierSign);
template std::vector<std::complex<float>> fourier(std::vector<std::complex<float>>, FourierSign);
template std::vector<std::complex<double>> fourier(std::vector<std::complex<double>>, FourierSign);

} // namespace engine
