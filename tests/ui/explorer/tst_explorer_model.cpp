#include "tests/support/ui/sample_model.h"

#include "ui/delegates/roles.h"
#include "ui/explorer/explorer_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using ui::ExplorerModel;

namespace {

/// The tree as text, two spaces a level: `name | detail`.
QStringList print(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto index = model.index(row, 0, parent);
        lines += QString(2 * depth, u' ') + index.data().toString() + QStringLiteral(" | ")
            + index.siblingAtColumn(1).data().toString();
        lines += print(model, index, depth + 1);
    }
    return lines;
}

std::shared_ptr<const model::Model> twoBlocks()
{
    SampleModel sample;
    const auto x = sample.input("x", { 1, 3 });
    const auto w = sample.weight("w", { 3, 3 });
    const auto b = sample.weight("b", { 3 });
    const auto y = sample.node("/net/a/MatMul", "MatMul", { x, w });
    const auto z = sample.node("/net/a/Add", "Add", { y, b });
    const auto r = sample.node("/net/act/Relu", "Relu", { z });
    const auto s = sample.node("", "Softmax", { r });
    sample.output(s);
    return sample.share();
}

} // namespace

class TestExplorerModel : public QObject {
    Q_OBJECT

private slots:
    void splitsNamesIntoScopes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("empty") << QString() << QStringList();
        QTest::newRow("plain") << "Conv_1" << QStringList { "Conv_1" };
        QTest::newRow("slashes") << "/model//layers.7/MatMul"
                                 << QStringList { "model", "layers.7", "MatMul" };
        QTest::newRow("dots") << "layers.7.proj" << QStringList { "layers", "7", "proj" };
        QTest::newRow("only separators") << "///" << QStringList();
    }
    void splitsNamesIntoScopes()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, parts);
        const auto text = name.toStdString();
        QStringList found;
        for (const auto part : ui::scopesOf(text))
            found += QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size()));
        QCOMPARE(found, parts);
        QCOMPARE(ui::scopesOf(std::string(100'000, '/') + std::string(50'000, 'a')).size(), 1U);
    }

    void showsGraphInputsOutputsWeightsAndMetadata()
    {
        ExplorerModel tree;
        QAbstractItemModelTester tester(
            &tree, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tree.setTree(ui::buildModelTree(twoBlocks()));
        QCOMPARE(print(tree),
            QStringList({ "Graph | 4", "  net | 3", "    a | 2", "      MatMul | ", "      Add | ",
                "    act/Relu | ", "  Softmax [3] | ", "Inputs | 1", "  x | 1×3 fp32",
                "Outputs | 1", "  _out | 1 fp32", "Weights | 48 B", "  w | 36 B", "  b | 12 B",
                "Metadata | 3", "  opset ai.onnx | 17", "  IR version | 8",
                "  producer | sample" }));
    }

    void filtersByNameAndType()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(twoBlocks(), "MATM"));
        QCOMPARE(print(tree), QStringList({ "Graph | 4", "  net/a/MatMul | " }));
        tree.setTree(ui::buildModelTree(twoBlocks(), "no such thing"));
        QCOMPARE(print(tree), QStringList());
    }

    void findsTheRowOfAnItem()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(twoBlocks()));
        const ui::SelectedItem node { ui::SelectedItem::Kind::Node, 1 };
        const auto index = tree.indexOf(node);
        QCOMPARE(index.data().toString(), QStringLiteral("Add"));
        QCOMPARE(ui::itemOf(index.data(ui::ItemRole)), node);
        QVERIFY(!tree.indexOf({ ui::SelectedItem::Kind::Node, 99 }).isValid());
    }

    void countsErrorsUpToTheRoot()
    {
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(twoBlocks()));
        support::Diagnostic problem;
        problem.where.node = 1;
        tree.setProblems({ problem, problem });
        QCOMPARE(
            tree.index(0, ExplorerModel::Detail).data().toString(), QStringLiteral("2 error(s)"));
        QCOMPARE(tree.index(0, ExplorerModel::Detail).data(ui::ToneRole).toByteArray(),
            QByteArray("error"));
    }

    void takesAHundredThousandNodes()
    {
        SampleModel sample;
        auto value = sample.input("x", { 1 });
        for (int i = 0; i < 100'000; ++i)
            value = sample.node(
                "/block" + std::to_string(i / 100) + "/n" + std::to_string(i), "Relu", { value });
        ExplorerModel tree;
        tree.setTree(ui::buildModelTree(sample.share()));
        QCOMPARE(tree.rowCount(tree.index(0, 0)), 1000);
    }
};

QTEST_MAIN(TestExplorerModel)
#include "tst_explorer_model.moc"
