#include "model/node_labels.h"

#include <QTest>

#include "tests/support/graph_text.h"

#include <map>
#include <random>

using namespace model;

class TestNodeLabels : public QObject {
    Q_OBJECT

private slots:
    void aNameIsALabelIfItIsUnique()
    {
        const auto model = testing::modelFromGraphText("x: float[2]\n"
                                                       "a = Neg(x) \"neg\"\n"
                                                       "b = Abs(a) \"twice\"\n"
                                                       "c = Neg(b)\n"
                                                       "d = Abs(c) \"twice\"\n"
                                                       "d ->");
        const NodeLabels labels(*model);
        QCOMPARE(labels.size(), 4U);
        const std::vector<std::string> wanted { "neg", "graph/node[1]", "graph/node[2]",
            "graph/node[3]" };
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE(labels.of(*model, NodeId(i)), wanted[i]);
            QCOMPARE(labels.isName(NodeId(i)), i == 0);
        }
        QCOMPARE(nodeLabels(*model), wanted);
    }

    void manyNames()
    {
        Model model;
        model.graphs.emplace_back();
        std::mt19937 random(7);
        std::map<std::string, int> uses;
        for (int i = 0; i < 5'000; ++i) {
            auto& node = model.nodes.emplace_back();
            node.graph = GraphId(0U);
            if (random() % 10 != 0)
                node.name = "n" + std::to_string(random() % 5'000);
            ++uses[node.name];
        }
        const NodeLabels labels(model);
        for (std::size_t i = 0; i < model.nodes.size(); ++i) {
            const auto& name = model.nodes[i].name;
            QCOMPARE(labels.isName(NodeId(i)), !name.empty() && uses[name] == 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestNodeLabels)
#include "tst_node_labels.moc"
