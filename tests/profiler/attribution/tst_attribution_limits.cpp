#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/profiler/attribution_pair.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace profiler;
using model::NodeId;

namespace {

constexpr int largeCount = 50'000;

struct RecordedPair {
    std::string folder;
    std::string version; ///< of ONNX Runtime
};

std::vector<RecordedPair> recordedPairs()
{
    std::vector<RecordedPair> pairs;
    const QDir all(QString::fromStdString(testing::attributionFolder().string()));
    for (const auto& folder : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        for (auto file : QDir(all.filePath(folder)).entryList({ "plain-*.onnx" }))
            pairs.push_back(
                { folder.toStdString(), file.remove("plain-").remove(".onnx").toStdString() });
    return pairs;
}

} // namespace

/// The attribution of ONNX Runtime's operators takes any two models, and its time stays in
/// proportion to their size.
class TestAttributionLimits : public QObject {
    Q_OBJECT

private slots:
    void recordedPairsAreThere() { QVERIFY(recordedPairs().size() > 5); }
    void anyTwoModelsAreSafe();
    void damagedModelsAreSafe();
    void largeModelsTakeLinearTime_data();
    void largeModelsTakeLinearTime();
};

void TestAttributionLimits::anyTwoModelsAreSafe()
{
    const auto cases = recordedPairs();
    for (const auto& one : cases)
        for (const auto& other : cases) {
            const testing::AttributionPair a(one.folder, "plain", one.version);
            const testing::AttributionPair b(other.folder, "nameless", other.version);
            const auto found = attributeOnnxRuntime(*a.model, *b.executed);
            QCOMPARE(found.size(), b.executed->nodes.size());
            QVERIFY(testing::hasNodesOf(*a.model, found));
        }
}

void TestAttributionLimits::damagedModelsAreSafe()
{
    std::mt19937 random(7);
    for (const auto& [folder, version] : recordedPairs()) {
        const testing::AttributionPair pair(folder, "plain", version);
        QFile file(QString::fromStdString(
            (testing::attributionFolder() / folder / ("plain-" + version + ".onnx")).string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto bytes = file.readAll();
        for (int round = 0; round < 100; ++round) {
            auto damaged = bytes;
            for (int i = 0; i < 3; ++i)
                damaged[static_cast<qsizetype>(random()) % damaged.size()]
                    = static_cast<char>(random());
            const auto parsed = model::onnx::parseModel(std::as_bytes(
                std::span(damaged.constData(), static_cast<std::size_t>(damaged.size()))));
            if (!parsed)
                continue;
            QVERIFY(testing::hasNodesOf(*pair.model, attributeOnnxRuntime(*pair.model, **parsed)));
            QVERIFY(testing::hasNodesOf(**parsed, attributeOnnxRuntime(**parsed, *pair.executed)));
        }
    }
}

void TestAttributionLimits::largeModelsTakeLinearTime_data()
{
    QTest::addColumn<bool>("isChain"); // else all nodes read one value
    QTest::addColumn<QString>("value"); // of the executed model; that of the model is `v`
    QTest::addColumn<QString>("type"); // of the executed operators; those of the model are Relu
    QTest::addColumn<int>("proven");
    QTest::newRow("chain") << true << "v"
                           << "Relu" << largeCount;
    QTest::newRow("chain, found from its end") << true << "w"
                                               << "Relu" << largeCount;
    QTest::newRow("chain of other operators") << true << "w"
                                              << "Tanh" << 0;
    QTest::newRow("star") << false << "v"
                          << "Relu" << largeCount;
    QTest::newRow("star of which one value is known") << false << "w"
                                                      << "Relu" << 1;
}

void TestAttributionLimits::largeModelsTakeLinearTime()
{
    // Quadratic steps would take minutes, and lists of all nodes for each node 10 GB.
    QFETCH(bool, isChain);
    QFETCH(QString, value);
    QFETCH(QString, type);
    QFETCH(int, proven);
    const auto make = [isChain](const std::string& name, const std::string& operation) {
        std::string lines = "x: float[2]\n";
        std::string last = "x";
        for (int i = 0; i < largeCount; ++i) {
            const auto next = i + 1 < largeCount ? name + std::to_string(i) : "y";
            lines += next + " = " + operation + "(" + last + ") \"Relu_nchwc_nchwc_token_1\"\n";
            if (isChain)
                last = next;
        }
        return testing::modelFromGraphText(lines + "y ->\n");
    };
    const auto model = make("v", "Relu");
    const auto executed = make(value.toStdString(), type.toStdString());
    const auto found = attributeOnnxRuntime(*model, *executed);
    QCOMPARE(std::ranges::count_if(found, &Attribution::isProven), proven);
    const auto operation = type.toStdString();
    const std::vector<ProfiledName> names(largeCount, { "Relu_nchwc_nchwc_token_1", operation });
    QCOMPARE(findExecutedNodes(*executed, names).back(), NodeId(std::uint32_t(largeCount - 1)));
}

QTEST_GUILESS_MAIN(TestAttributionLimits)
#include "tst_attribution_limits.moc"
