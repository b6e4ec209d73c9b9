#include "model/scope_tree.h"

#include <QTest>

/// Scopes as exporters write them beside names that tell nothing.
class TestScopePath : public QObject {
    Q_OBJECT

private slots:
    void exportersTellScopes_data();
    void exportersTellScopes();
    void namesTellScopes_data();
    void namesTellScopes();
};

void TestScopePath::exportersTellScopes_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("written");
    QTest::addColumn<QStringList>("scopes");
    const QString scopes("pkg.torch.onnx.name_scopes");
    QTest::newRow("nothing") << "other"
                             << "x" << QStringList();
    QTest::newRow("modules, each with the ones around it")
        << scopes << "['', 'model', 'model.layers.1', 'model.layers.1.mlp', 'silu_1']"
        << QStringList { "model", "layers.1", "mlp" };
    QTest::newRow("no module around the operator") << scopes << "['', 'add_3']" << QStringList();
    QTest::newRow("classes too")
        << "namespace"
        << ": Net/model: BertModel/model.encoder: BertEncoder/linear: aten.linear"
        << QStringList { "model", "encoder" };
    QTest::newRow("not closed") << scopes << "['', 'model" << QStringList();
}

void TestScopePath::exportersTellScopes()
{
    QFETCH(QString, key);
    QFETCH(QString, written);
    model::Node node;
    node.name = "node_silu_1";
    node.metadata = { { key.toStdString(), written.toStdString() } };
    const auto found = model::writtenScopes(node);
    QStringList scopes;
    if (!found.text.empty())
        for (const auto part : found.partsOf(found.text))
            scopes.append(QString::fromUtf8(part.data(), qsizetype(part.size())));
    QTEST(scopes, "scopes");
}

void TestScopePath::namesTellScopes_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("scopes");
    QTest::newRow("none") << QStringList { "Conv_1", "" } << QStringList { "–", "–" };
    QTest::newRow("slashes") << QStringList { "/stage1/conv1/Conv", "/stage1/Relu", "/Add" }
                             << QStringList { "stage1/conv1", "stage1", "" };
    QTest::newRow("dots, and a number belongs to what it numbers") << QStringList {
        "layers.7.Attention", "layers.7.Add", "layers.7.norm.Mul", "layers.7.norm.Add"
    } << QStringList { "layers.7", "layers.7", "layers.7/norm", "layers.7/norm" };
    QTest::newRow("slashes win") << QStringList { "layers.7/self_attn/q.proj", "a.b" }
                                 << QStringList { "layers.7/self_attn", "–" };
    QTest::newRow("each name with its own prefix before a dot")
        << QStringList { "conv1.weight", "conv2.weight" } << QStringList { "–", "–" };
}

void TestScopePath::namesTellScopes()
{
    QFETCH(QStringList, names);
    std::vector<std::string> texts;
    for (const auto& name : names)
        texts.push_back(name.toStdString());
    std::vector<model::ScopeSource> sources;
    for (const auto& text : texts)
        sources.push_back({ text, {} });
    const auto tree = model::scopeTree(sources);
    QStringList scopes;
    for (const auto scope : tree.scopeOf)
        scopes.append(scope == model::noScope ? QString::fromUtf8("–")
                                              : QString::fromStdString(tree.path(scope)));
    QTEST(scopes, "scopes");
}

QTEST_GUILESS_MAIN(TestScopePath)
#include "tst_scope_path.moc"
