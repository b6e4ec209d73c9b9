#include "model/scope_path.h"

#include <QTest>

/// Scopes as exporters write them beside names that tell nothing.
class TestScopePath : public QObject {
    Q_OBJECT

private slots:
    void exportersTellScopes_data();
    void exportersTellScopes();
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

QTEST_GUILESS_MAIN(TestScopePath)
#include "tst_scope_path.moc"
