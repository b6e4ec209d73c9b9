#include "layout/card/decision_trees.h"
#include "model/onnx/parser.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <algorithm>

using layout::DecisionNode;
using layout::DecisionTrees;

namespace {

model::Attribute attribute(const char* name, model::Attribute::Value value)
{
    model::Attribute made;
    made.name = name;
    made.value = std::move(value);
    return made;
}

using Integers = std::vector<std::int64_t>;

/// x[2] <= 0.5 ? (x[0] > 3 ? 1 : 2) : 4, and a second tree that is a leaf.
model::Node regressor()
{
    model::Node node;
    node.type = "TreeEnsembleRegressor";
    node.domain = "ai.onnx.ml";
    node.attributes = { attribute("nodes_treeids", Integers { 0, 0, 0, 0, 0, 7 }),
        attribute("nodes_nodeids", Integers { 0, 1, 2, 3, 4, 0 }),
        attribute("nodes_featureids", Integers { 2, 0, 0, 0, 0, 0 }),
        attribute("nodes_modes",
            std::vector<std::string> { "BRANCH_LEQ", "BRANCH_GT", "LEAF", "LEAF", "LEAF", "LEAF" }),
        attribute("nodes_values", std::vector<float> { 0.5F, 3, 0, 0, 0, 0 }),
        attribute("nodes_truenodeids", Integers { 1, 3, 0, 0, 0, 0 }),
        attribute("nodes_falsenodeids", Integers { 2, 4, 0, 0, 0, 0 }),
        attribute("target_treeids", Integers { 0, 0, 0, 7 }),
        attribute("target_nodeids", Integers { 3, 4, 2, 0 }),
        attribute("target_ids", Integers { 0, 0, 0, 0 }),
        attribute("target_weights", std::vector<float> { 1, 2, 4, 8 }) };
    return node;
}

}

class TestDecisionTrees : public QObject {
    Q_OBJECT

private slots:
    void readsQuestionsAndLeaves()
    {
        const auto trees = DecisionTrees::of({}, regressor());
        QVERIFY(trees.has_value());
        QCOMPARE(trees->count(), std::size_t(2));
        const auto tree = trees->tree(0, 100);
        QCOMPARE(tree.nodes.size(), std::size_t(5));
        const auto& root = tree.nodes[0];
        QCOMPARE(QString::fromStdString(root.text), QStringLiteral("x[2] ≤ 0.5"));
        const auto& inner = tree.nodes[root.ifTrue];
        QCOMPARE(QString::fromStdString(inner.text), QStringLiteral("x[0] > 3"));
        QCOMPARE(
            QString::fromStdString(tree.nodes[root.ifFalse].text), QStringLiteral("target 0: 4"));
        QCOMPARE(
            QString::fromStdString(tree.nodes[inner.ifTrue].text), QStringLiteral("target 0: 1"));
        QCOMPARE(
            QString::fromStdString(tree.nodes[inner.ifFalse].text), QStringLiteral("target 0: 2"));
        QCOMPARE(trees->tree(1, 100).nodes.size(), std::size_t(1));
    }

    void cutsATreeThatIsTooLarge()
    {
        const auto tree = DecisionTrees::of({}, regressor())->tree(0, 3);
        QCOMPARE(tree.nodes.size(), std::size_t(3));
        QCOMPARE(tree.hidden, std::uint64_t(2));
    }

    void refusesListsThatDoNotFit()
    {
        for (const char* name : { "nodes_modes", "nodes_values", "target_weights" }) {
            auto node = regressor();
            std::erase_if(
                node.attributes, [&](const auto& attribute) { return attribute.name == name; });
            QVERIFY2(!DecisionTrees::of({}, node), name);
        }
        auto node = regressor();
        std::get<Integers>(node.attributes[5].value)[0] = 99; // no such node
        QVERIFY(!DecisionTrees::of({}, node));
        QVERIFY(!DecisionTrees::of({}, model::Node()));
    }

    void endsWhereNodesLeadBack()
    {
        auto node = regressor();
        std::get<Integers>(node.attributes[5].value)[1] = 1; // its own child
        const auto trees = DecisionTrees::of({}, node);
        for (std::size_t i = 0; trees && i < trees->count(); ++i)
            QVERIFY(trees->tree(i, 100).nodes.size() <= 6);
    }

    void readsRealModels_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* name : { "random-forest-ezkl", "xgboost-classifier-tract",
                 "tiny/ezkl-decision_tree", "tiny/tract-lgbm_regressor_tensor" })
            QTest::newRow(name) << QString::fromStdString(
                (testing::dataDir() / "models" / name / "model.onnx").string());
    }
    void readsRealModels()
    {
        QFETCH(QString, path);
        if (!QFile::exists(path))
            QSKIP("the shared models are not here");
        const auto model = model::onnx::openModel(path.toStdString());
        QVERIFY(bool(model));
        for (const auto& node : (*model)->nodes) {
            if (!node.type.starts_with("TreeEnsemble"))
                continue;
            const auto trees = DecisionTrees::of(**model, node);
            QVERIFY(trees.has_value() && trees->count() > 0);
            QVERIFY(trees->tree(0, 255).nodes.front().text.starts_with("x["));
        }
    }
};

QTEST_GUILESS_MAIN(TestDecisionTrees)
#include "tst_decision_trees.moc"
