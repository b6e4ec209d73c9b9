#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace profiler {

/// Exact median of values that are added one by one, equal to percentile(). Adding costs time in
/// proportion to the logarithm of the number of values. A measurement asks after each run, and work
/// between runs must not grow with the number of runs.
class RunningMedian {
public:
    void add(double value)
    {
        if (m_low.empty() || value <= m_low.front())
            push(m_low, value, std::less<>());
        else
            push(m_high, value, std::greater<>());
        if (m_low.size() > m_high.size() + 1)
            push(m_high, pop(m_low, std::less<>()), std::greater<>());
        else if (m_high.size() > m_low.size())
            push(m_low, pop(m_high, std::greater<>()), std::less<>());
    }

    /// Returns the median; 0 without values.
    double value() const
    {
        if (m_low.empty())
            return 0;
        return m_low.size() > m_high.size() ? m_low.front()
                                            : m_low.front() + (m_high.front() - m_low.front()) / 2;
    }

private:
    template <typename Order>
    static void push(std::vector<double>& heap, double value, Order order)
    {
        heap.push_back(value);
        std::ranges::push_heap(heap, order);
    }
    template <typename Order>
    static double pop(std::vector<double>& heap, Order order)
    {
        std::ranges::pop_heap(heap, order);
        const auto value = heap.back();
        heap.pop_back();
        return value;
    }

    std::vector<double> m_low; // the smaller half as heap, largest first
    std::vector<double> m_high; // the larger half as heap, smallest first
};

} // namespace profiler
