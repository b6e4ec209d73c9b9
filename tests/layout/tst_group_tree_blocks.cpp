#include <QTest>

#include "layout/group_tree.h"
#include "layout/groups/periods.h"
#include "model/onnx/parser.h"
#include "tests/support/layout/sample_graphs.h"
#include "tests/support/paths.h"

#include <random>

using layout::buildGroupTree;
using layout::Group;
using layout::GroupKind;
using layout::groups::findPeriods;

namespace {

const model::GraphId mainGraph(0U);

std::vector<Group> blocksOf(const model::Model& model)
{
    const auto tree = buildGroupTree(model, mainGraph);
    std::vector<Group> blocks;
    std::ranges::copy_if(tree.groups, std::back_inserter(blocks),
        [](const auto& group) { return group.kind == GroupKind::Block; });
    return blocks;
}

/// A letter for each kind of item.
std::vector<std::uint64_t> itemsOf(const std::string& letters)
{
    return { letters.begin(), letters.end() };
}

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

}

class TestGroupTreeBlocks : public QObject {
    Q_OBJECT

private slots:
    void findsWhatRepeats_data()
    {
        QTest::addColumn<QString>("items");
        QTest::addColumn<QList<int>>("period"); // begin, length, count
        QTest::newRow("nothing") << QString() << QList<int>();
        QTest::newRow("too short") << QString("abcabc") << QList<int>();
        QTest::newRow("no two alike") << QString("abcdefghijklmnopqrstuvwxyz") << QList<int>();
        QTest::newRow("one thing over and over") << QString(200, 'a') << QList<int>();
        QTest::newRow("blocks of nine") << "xyz" + QString::fromStdString(repeated("abcdefghi", 5))
                + "zyx" << QList<int> { 3, 9, 5 };
        QTest::newRow("a part of one more")
            << QString::fromStdString(repeated("abcdefghi", 3)) + "abcd" << QList<int> { 0, 9, 3 };
    }
    void findsWhatRepeats()
    {
        QFETCH(QString, items);
        QFETCH(QList<int>, period);
        const auto sequence = itemsOf(items.toStdString());
        const auto found
            = findPeriods(sequence, std::vector<std::uint32_t>(sequence.size() + 1, 1));
        QCOMPARE(found.empty(), period.isEmpty());
        if (!found.empty())
            QCOMPARE((QList<int> { static_cast<int>(found[0].begin),
                         static_cast<int>(found[0].length), static_cast<int>(found[0].count) }),
                period);
    }

    void cutsWhereTheFewestValuesAreAlive()
    {
        const auto items = itemsOf(repeated("abcdefghi", 5) + "abc");
        std::vector<std::uint32_t> alive(items.size() + 1, 3);
        for (std::size_t i = 2; i < alive.size(); i += 9)
            alive[i] = 1; // before each c
        const auto found = findPeriods(items, alive);
        QCOMPARE(found.size(), 1U);
        QCOMPARE(found[0].begin, 2U);
        QCOMPARE(found[0].count, 5U);
    }

    void dividesADecoderWithoutNames()
    {
        const auto nodes = testing::decoderNodes(16, false);
        const auto model = testing::modelOfNodes(nodes);
        const auto blocks = blocksOf(model);
        QCOMPARE(blocks.size(), 16U);
        QCOMPARE(blocks.front().title, std::string("block 1"));
        QCOMPARE(blocks.back().title, std::string("block 16"));
        for (const auto& block : blocks) {
            QCOMPARE(block.nodeCount, 20U);
            QCOMPARE(block.structure, blocks.front().structure);
        }
        const auto fault = testing::faultOf(model, buildGroupTree(model, mainGraph), {});
        QVERIFY2(fault.empty(), fault.c_str());
    }

    void leavesSmallGraphsAndNamedOnesAlone()
    {
        QVERIFY(blocksOf(testing::modelOfNodes(testing::decoderNodes(4, false))).empty());
        QVERIFY(blocksOf(testing::modelOfNodes(testing::decoderNodes(16, true))).empty());
    }

    void leavesGraphsWithoutRepetitionAlone()
    {
        std::mt19937 random(7);
        std::vector<testing::SampleNode> nodes;
        for (std::uint32_t i = 0; i < 1000; ++i)
            nodes.push_back({ "", "Op" + std::to_string(random() % 40),
                i == 0 ? std::vector<std::uint32_t> {}
                       : std::vector { static_cast<std::uint32_t>(
                           random() % std::min<std::uint32_t>(i, 30)) } });
        QVERIFY(blocksOf(testing::modelOfNodes(nodes)).empty());
    }

    void dividesRealModelsWithoutNames_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<std::size_t>("count");
        QTest::addColumn<std::uint32_t>("cards"); // of the first block
        QTest::newRow("BERT: 12 layers")
            << "bert-squad-pytorch-opset10" << std::size_t { 12 } << 78U;
        QTest::newRow("GPT-2: all but one of 12") << "gpt2-past" << std::size_t { 11 } << 180U;
        QTest::newRow("ResNet-50: convolution, normalisation, activation")
            << "light-resnet50" << std::size_t { 28 } << 10U;
    }
    void dividesRealModelsWithoutNames()
    {
        QFETCH(QString, folder);
        QFETCH(std::size_t, count);
        QFETCH(std::uint32_t, cards);
        const auto file = testing::dataDir() / "models" / folder.toStdString() / "model.onnx";
        if (!std::filesystem::exists(file))
            QSKIP("the shared test models are not here (OPSCOPE_TEST_DATA)");
        const auto model = model::onnx::openModel(file);
        QVERIFY(bool(model));
        const auto blocks = blocksOf(**model);
        QCOMPARE(blocks.size(), count);
        QCOMPARE(blocks.front().cardCount, cards);
    }
};

QTEST_GUILESS_MAIN(TestGroupTreeBlocks)
#include "tst_group_tree_blocks.moc"
