#include <QTest>

#include "model/edit/fitting_operators.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>

#include <algorithm>
#include <fstream>

using model::edit::FittingOperator;
using model::edit::NewNode;

namespace {

const FittingOperator* find(const std::vector<FittingOperator>& all, std::string_view name)
{
    const auto found = std::ranges::find_if(
        all, [&](const FittingOperator& each) { return each.schema->name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::vector<FittingOperator> fitting(const model::ValueType& type, NewNode use)
{
    const auto model = testing::modelFromGraphText("x: float[1]\ny = Relu(x)\ny ->");
    return model::edit::fittingOperators(*model, model->main().id, &type, use);
}

} // namespace

class TestFittingOperators : public QObject {
    Q_OBJECT

private slots:
    void offersOnlyWhatKeepsTheElementTypeOnALine_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("elementwise") << "Relu"
                                     << "";
        QTest::newRow("the attribute is filled in") << "Cast"
                                                    << "";
        QTest::newRow("needs two inputs") << "Conv"
                                          << "needs 2 inputs";
        QTest::newRow("makes integers") << "Shape"
                                        << "makes";
        QTest::newRow("needs an attribute") << "Concat"
                                            << "needs";
        QTest::newRow("wrong type") << "Not"
                                    << "bool";
    }
    void offersOnlyWhatKeepsTheElementTypeOnALine()
    {
        QFETCH(QString, name);
        QFETCH(QString, refusal);
        const auto type = model::ValueType::tensor(model::ElementType::Float,
            model::Shape { model::Dimension::number(1), model::Dimension::number(3) });
        const auto all = fitting(type, NewNode::Inserted);
        const auto* found = find(all, name.toStdString());
        QVERIFY(found != nullptr);
        const auto why = QString::fromStdString(found->refusal);
        if (refusal.isEmpty())
            QCOMPARE(why, QString());
        else
            QVERIFY2(why.contains(refusal), qPrintable(why));
    }

    void infersWhatAnOperatorMakes()
    {
        const auto type = model::ValueType::tensor(model::ElementType::Float,
            model::Shape { model::Dimension::number(2), model::Dimension::number(3) });
        const auto all = fitting(type, NewNode::Added);
        QCOMPARE(model::typeText(find(all, "Transpose")->output), std::string("3×2 fp32"));
        QCOMPARE(find(all, "Shape")->refusal, std::string());
    }

    void listsOperatorsOfImportedDomainsOnly()
    {
        const auto model
            = testing::modelFromGraphText("opset com.microsoft 1\nx: float[1]\ny = Relu(x)\ny ->");
        const auto all
            = model::edit::fittingOperators(*model, model->main().id, nullptr, NewNode::Added);
        QVERIFY(std::ranges::any_of(
            all, [](const auto& each) { return each.schema->domain == "com.microsoft"; }));
        const auto none = fitting(model::ValueType(), NewNode::Added);
        QVERIFY(std::ranges::none_of(
            none, [](const auto& each) { return each.schema->domain == "com.microsoft"; }));
    }

    void refusedOperationsChangeNothing()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("m.onnx")).toStdString();
        std::ofstream(path, std::ios::binary)
            << testing::modelBytesFromText("x: float[1]\ny = Relu(x) \"act\"\ny ->");
        auto document = model::edit::Document::open(path);
        QVERIFY(document);
        const auto operations = model::edit::operationsFrom(
            R"([{"op":"renameNode","node":"act","to":"b"},{"op":"renameNode","node":"b","to":"c"}])");
        QVERIFY((*document)->apply(operations->front()));
        QVERIFY((*document)->undo());
        const auto before = (*document)->model();
        std::string made;
        const auto applied = (*document)->applyAll(*operations,
            model::edit::Document::Applying { .files = {},
                .accept = [&](const auto& model, const auto&) -> support::Result<void> {
                    made = model->nodes.front().name;
                    return support::fail("refused");
                } });
        QVERIFY(!applied);
        QCOMPARE(made, std::string("c"));
        QCOMPARE((*document)->model()->nodes.front().name, before->nodes.front().name);
        QVERIFY((*document)->canRedo()); // an edit would have lost it
        QVERIFY((*document)->redo());
        QCOMPARE((*document)->model()->nodes.front().name, std::string("b"));
        QVERIFY(!(*document)->applyAll(*operations)); // `act` is not there
        QCOMPARE((*document)->model()->nodes.front().name, std::string("b"));
    }
};

QTEST_GUILESS_MAIN(TestFittingOperators)
#include "tst_fitting_operators.moc"
