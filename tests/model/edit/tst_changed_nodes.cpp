#include "tests/model/edit/edit_fixture.h"

#include <QTest>

using namespace model::edit;

namespace {

constexpr auto chain = R"(
    x: float[2]
    a = Abs(x) "abs"
    b = Relu(a) "relu"
    c = Neg(b) "neg"
    c -> float[2]
)";

struct Row {
    const char* name;
    const char* script;
    const char* changed; ///< `*` after a changed node, `+` after an added one
};

constexpr Row rows[] {
    { "a renamed node", R"({"op":"renameNode","node":"relu","to":"r"})", "r*" },
    { "a renamed value", R"({"op":"renameValue","value":"a","to":"z"})", "abs* relu*" },
    { "a renamed input", R"({"op":"renameValue","value":"x","to":"z"})", "abs*" },
    { "another operator", R"({"op":"setOperator","node":"relu","type":"Exp"})", "relu*" },
    { "an inserted node", R"({"op":"insertNode","type":"Exp","value":"a","name":"exp"})",
        "exp+ relu*" },
    { "a node that is moved only", R"({"op":"moveNode","node":"neg","to":0})", "" },
    { "a removed node", R"({"op":"bypassNode","node":"relu"})", "neg*" },
    { "a copy of a node", R"({"op":"duplicateNode","node":"abs"})", "abs_1+" },
    { "a copy and its original",
        R"([{"op":"duplicateNode","node":"abs"},{"op":"renameNode","node":"abs","to":"first"}])",
        "first* abs_1+" },
    { "what is changed back",
        R"([{"op":"renameNode","node":"relu","to":"r"},{"op":"renameNode","node":"r","to":"relu"}])",
        "" },
    { "no node", R"({"op":"setDoc","doc":"about"})", "" },
};

std::string changedText(const Document& document)
{
    std::string text;
    for (const auto& [node, isAdded] : document.changedNodes())
        text += (text.empty() ? "" : " ") + document.model()->node(node).name
            + (isAdded ? "+" : "*");
    return text;
}

} // namespace

/// The nodes of an edited model that differ from its file.
class TestChangedNodes : public QObject {
    Q_OBJECT

private slots:
    void areThoseWithOtherBytes_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < int(std::size(rows)); ++i)
            QTest::newRow(rows[i].name) << i;
    }
    void areThoseWithOtherBytes()
    {
        QFETCH(int, row);
        const auto document = m_fixture.opened(chain);
        QCOMPARE(changedText(*document), std::string());
        const auto sentence = m_fixture.apply(*document, rows[row].script);
        QVERIFY2(!sentence.starts_with("refused") && !sentence.starts_with("not read"),
            sentence.c_str());
        QCOMPARE(changedText(*document), std::string(rows[row].changed));
        QVERIFY(document->goTo(0));
        QCOMPARE(changedText(*document), std::string());
    }

    void areComparedWithTheSavedFile_data() { areThoseWithOtherBytes_data(); }
    void areComparedWithTheSavedFile()
    {
        QFETCH(int, row);
        const auto document = m_fixture.opened(chain);
        m_fixture.apply(*document, rows[row].script);
        document->noteSaved();
        QCOMPARE(changedText(*document), std::string());
        m_fixture.apply(*document, R"({"op":"renameNode","node":"neg","to":"n"})");
        QCOMPARE(changedText(*document), std::string("n*"));
        QVERIFY(document->undo());
        QCOMPARE(changedText(*document), std::string());
    }

    void ofBeforeTheSavingDiffer()
    {
        const auto document = m_fixture.opened(chain);
        m_fixture.apply(*document, R"({"op":"renameNode","node":"relu","to":"r"})");
        m_fixture.apply(*document, R"({"op":"bypassNode","node":"abs"})");
        document->noteSaved();
        QVERIFY(document->undo()); // it is not in the saved file
        QCOMPARE(changedText(*document), std::string("abs+ r*"));
        QVERIFY(document->undo());
        QCOMPARE(changedText(*document), std::string("abs+ relu*"));
    }

    void ofFunctionsAreFoundToo()
    {
        const auto document = m_fixture.feature("overloaded_functions.onnx");
        QVERIFY(document != nullptr);
        const auto sentence
            = m_fixture.apply(*document, R"({"op":"renameNode","node":"relu","to":"other"})");
        QVERIFY2(!sentence.starts_with("refused"), sentence.c_str());
        QCOMPARE(changedText(*document), std::string("other*"));
    }

private:
    testing::EditFixture m_fixture;
};

QTEST_GUILESS_MAIN(TestChangedNodes)
#include "tst_changed_nodes.moc"
