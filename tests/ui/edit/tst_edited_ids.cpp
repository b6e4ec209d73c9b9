#include <QTest>

#include "tests/support/graph_text.h"
#include "ui/document/edited_ids.h"
#include "ui/edit/attribute_text.h"

namespace {

constexpr auto before = "x: float[1]\na = Relu(x) \"one\"\nb = Abs(a)\nc = Neg(b)\nc ->";

} // namespace

/// Which item of an edited model is which item of the model before, and how attributes are typed.
class TestEditedIds : public QObject {
    Q_OBJECT

private slots:
    void findsNodesAgain_data()
    {
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("nodes"); ///< new index of Relu, Abs and Neg; - : gone
        const auto row = [](const char* name, const char* text, const char* nodes) {
            QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(nodes);
        };
        row("unchanged", before, "0 1 2");
        row("inserted",
            "x: float[1]\na = Relu(x) \"one\"\nn = Exp(a)\nb = Abs(n)\nc = Neg(b)\nc ->", "0 2 3");
        row("removed", "x: float[1]\na = Relu(x) \"one\"\nc = Neg(a)\nc ->", "0 - 1");
        row("renamed node", "x: float[1]\na = Relu(x) \"two\"\nb = Abs(a)\nc = Neg(b)\nc ->",
            "0 1 2");
        row("renamed value", "x: float[1]\na = Relu(x) \"one\"\nz = Abs(a)\nc = Neg(z)\nc ->",
            "0 1 2");
        row("another operator", "x: float[1]\na = Relu(x) \"one\"\nb = Exp(a)\nc = Neg(b)\nc ->",
            "0 1 2");
        row("moved", "x: float[1]\nb = Abs(a)\na = Relu(x) \"one\"\nc = Neg(b)\nc ->", "1 0 2");
        row("another producer",
            "x: float[1]\na = Relu(x) \"one\"\nz = Abs(a)\nb = Sigmoid(z)\nc = Neg(b)\nc ->",
            "0 1 3");
        row("all gone", "x: float[1]\nx ->", "- - -");
    }
    void findsNodesAgain()
    {
        QFETCH(QString, after);
        QFETCH(QString, nodes);
        const auto a = testing::modelFromGraphText(before);
        const auto b = testing::modelFromGraphText(after.toStdString());
        const auto ids = ui::EditedIds::between(*a, *b);
        QStringList found;
        for (const auto& id : ids.nodes)
            found += id ? QString::number(*id) : QStringLiteral("-");
        QCOMPARE(found.join(u' '), nodes);
    }

    void aRenamedValueIsTheSameValue()
    {
        const auto a = testing::modelFromGraphText(before);
        const auto b = testing::modelFromGraphText(
            "input: float[1]\na = Relu(input) \"one\"\nz = Abs(a)\nc = Neg(z)\nc ->");
        const auto ids = ui::EditedIds::between(*a, *b);
        for (std::size_t i = 0; i < a->values.size(); ++i) {
            const auto name = a->values[i].name;
            const std::string wanted = name == "x" ? "input" : name == "b" ? "z" : name;
            QVERIFY2(ids.values[i].has_value(), name.c_str());
            QCOMPARE(b->values[*ids.values[i]].name, wanted);
        }
    }

    void attributesAreTypedAndReadBack_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("json"); ///< or the start of the refusal
        using Kind = model::AttributeKind;
        const auto row = [](const char* name, Kind kind, const char* text, const char* json) {
            QTest::newRow(name) << static_cast<int>(kind) << QString::fromUtf8(text)
                                << QString::fromUtf8(json);
        };
        row("integer", Kind::Int, " -3 ", "-3");
        row("no integer", Kind::Int, "1.5", "!\"1.5\" is no whole number");
        row("nothing", Kind::Int, "", "!\"\" is no whole number");
        row("beyond 64 bits", Kind::Int, "9223372036854775808", "!\"9223372036854775808\"");
        row("integers", Kind::Ints, "1 1,2, 2", "[1,1,2,2]");
        row("no integers", Kind::Ints, "", "[]");
        row("number", Kind::Float, "0.5", "0.5");
        row("infinity", Kind::Float, "inf", "\"inf\"");
        row("text", Kind::String, "a \"b\"", "\"a \\\"b\\\"\"");
        row("texts", Kind::Strings, R"(["a","b"])", R"(["a","b"])");
        row("no list", Kind::Strings, "a", "!no list of texts");
        row("tensor", Kind::Tensor, "int64[2] 9007199254740993 -1",
            R"({"type":"int64","shape":[2],"values":[9007199254740993,-1]})");
        row("scalar", Kind::Tensor, "bool[] 1", R"({"type":"bool","shape":[],"values":[true]})");
        row("no type", Kind::Tensor, "1 2", "!no type and shape");
    }
    void attributesAreTypedAndReadBack()
    {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QFETCH(QString, json);
        const auto result = ui::attributeJson(static_cast<model::AttributeKind>(kind), text);
        if (json.startsWith(u'!')) {
            QVERIFY(!result);
            const auto why = QString::fromStdString(result.error().message());
            QVERIFY2(why.startsWith(json.mid(1)), qPrintable(why));
            return;
        }
        QVERIFY2(result, result ? "" : result.error().message().c_str());
        QCOMPARE(QString::fromStdString(*result), json);
    }
};

QTEST_GUILESS_MAIN(TestEditedIds)
#include "tst_edited_ids.moc"
