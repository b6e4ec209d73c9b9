#pragma once

#include <QList>
#include <QPoint>
#include <QRect>
#include <QString>

#include <cstdint>
#include <random>

namespace soak {

/// What one action draws. It depends on the seed and the number of the action only, so that an
/// action of a replay draws the same as long as the window is in the same state.
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t number);

    /// 0 to `count` - 1; 0 if there is nothing to choose from.
    int below(qsizetype count);
    int between(int least, int most) { return least + below(most - least + 1); }
    bool chance(int percent) { return below(100) < percent; }
    QPoint in(const QRect& area);
    /// `list` must not be empty.
    template <typename T>
    const T& of(const QList<T>& list)
    {
        return list[below(list.size())];
    }
    /// A name, a number, a sentence in another script, a very long line, nothing ...
    QString text();

private:
    std::mt19937_64 m_generator;
};

} // namespace soak
