#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "tests/support/wire.h"
#include "ui/document/document.h"
#include "ui/inspectors/inspector_panel.h"

#include <QSpinBox>
#include <QTemporaryDir>

#include <bit>

namespace {

using namespace testing;

std::string integers(const char* name, std::initializer_list<std::int64_t> list)
{
    std::string fields = wire::bytes(1, name) + wire::number(20, 7);
    for (const auto number : list)
        fields += wire::number(8, number);
    return wire::bytes(5, fields);
}

std::string reals(const char* name, std::initializer_list<float> list)
{
    std::string fields = wire::bytes(1, name) + wire::number(20, 6);
    for (const auto number : list)
        fields += wire::fixed32(7, std::bit_cast<std::uint32_t>(number));
    return wire::bytes(5, fields);
}

std::string texts(const char* name, std::initializer_list<const char*> list)
{
    std::string fields = wire::bytes(1, name) + wire::number(20, 8);
    for (const auto* text : list)
        fields += wire::bytes(9, text);
    return wire::bytes(5, fields);
}

/// x[2] <= 0.5 ? 1.5 : 2.5, and 8.5.
std::string twoTrees()
{
    const auto lists = integers("nodes_treeids", { 0, 0, 0, 7 })
        + integers("nodes_nodeids", { 0, 1, 2, 0 }) + integers("nodes_featureids", { 2, 0, 0, 0 })
        + texts("nodes_modes", { "BRANCH_LEQ", "LEAF", "LEAF", "LEAF" })
        + reals("nodes_values", { 0.5F, 0, 0, 0 }) + integers("nodes_truenodeids", { 1, 0, 0, 0 })
        + integers("nodes_falsenodeids", { 2, 0, 0, 0 }) + integers("target_treeids", { 0, 0, 7 })
        + integers("target_nodeids", { 1, 2, 0 }) + integers("target_ids", { 0, 0, 0 })
        + reals("target_weights", { 1.5F, 2.5F, 8.5F });
    return wire::model(wire::inputField("x", wire::tensorType(1, { 1, 3 }))
               + wire::nodeField(
                   "TreeEnsembleRegressor", { "x" }, { "y" }, lists + wire::bytes(7, "ai.onnx.ml"))
               + wire::outputField("y", wire::tensorType(1, { 1, 1 })))
        + wire::operatorSet("ai.onnx.ml", 3);
}

} // namespace

/// The trees of an operator of ai.onnx.ml in the inspector.
class TestTreeSection : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }

    void drawsOneTreeAtATime()
    {
        const auto path = m_files.filePath(QStringLiteral("trees.onnx"));
        testing::writeFile(path, twoTrees());
        DrivenWindow driven;
        auto* document = driven.open(path);
        QVERIFY(document != nullptr && document->model() != nullptr);
        document->reveal(model::NodeId(0U));
        driven.settle();
        auto* inspector = driven.panel<ui::InspectorPanel>();
        auto* picture = inspector->findChild<QWidget*>(QStringLiteral("treePicture"));
        QVERIFY(picture != nullptr);
        const auto first = picture->accessibleDescription();
        QVERIFY2(first.contains(QStringLiteral("x[2] ≤ 0.5")), qPrintable(first));
        QVERIFY(first.contains(QStringLiteral("target 0: 2.5")));
        QVERIFY(picture->width() > 200 && picture->height() > 60);
        driven.shoot(QStringLiteral("decision-tree"));
        auto* number = inspector->findChild<QSpinBox*>(QStringLiteral("treeNumber"));
        QCOMPARE(number->maximum(), 2);
        number->setValue(2);
        QCOMPARE(picture->accessibleDescription(), QStringLiteral("target 0: 8.5"));
    }

    void otherOperatorsHaveNone()
    {
        DrivenWindow driven;
        auto* document = driven.open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        document->reveal(model::NodeId(0U));
        driven.settle();
        auto* inspector = driven.panel<ui::InspectorPanel>();
        QVERIFY(inspector->findChild<QWidget*>(QStringLiteral("treePicture")) == nullptr);
    }
};

QTEST_MAIN(TestTreeSection)
#include "tst_tree_section.moc"
