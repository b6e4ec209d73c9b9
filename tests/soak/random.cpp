#include "tests/soak/random.h"

namespace soak {

namespace {

constexpr std::uint64_t goldenRatio = 0x9e3779b97f4a7c15;

} // namespace

Random::Random(std::uint64_t seed, std::uint64_t number)
    : m_generator(seed + number * goldenRatio)
{
}

int Random::below(qsizetype count)
{
    return count < 2 ? 0 : static_cast<int>(m_generator() % static_cast<std::uint64_t>(count));
}

QPoint Random::in(const QRect& area)
{
    return { area.left() + below(area.width()), area.top() + below(area.height()) };
}

QString Random::text()
{
    static const QList<QString> texts { {}, QStringLiteral("0"), QStringLiteral("1"),
        QStringLiteral("-3"), QStringLiteral("64"), QStringLiteral("1e9"), QStringLiteral("2x3x4"),
        QStringLiteral("[1, 2, 3]"), QStringLiteral("Conv"), QStringLiteral("relu"),
        QStringLiteral("MatMul"), QStringLiteral("weight"), QStringLiteral("op:Add"),
        QStringLiteral("a"), QStringLiteral("/stem/Relu_1"), QStringLiteral("shape:[1"),
        QStringLiteral("  two  words "), QString::fromUtf8("模型 Ünïcödé"),
        QStringLiteral("<b>&amp;\"'`$(x)%1%n"), QString(3000, u'x') };
    return of(texts);
}

} // namespace soak
