#include <QTest>

#include "ui/edit/attribute_text.h"

/// How attributes are typed and read back.
class TestAttributeText : public QObject {
    Q_OBJECT

private slots:
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

QTEST_GUILESS_MAIN(TestAttributeText)
#include "tst_attribute_text.moc"
