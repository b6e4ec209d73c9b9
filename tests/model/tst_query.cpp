#include "model/onnx/parser.h"
#include "model/query/query.h"
#include "tests/support/wire.h"

#include <QTest>

using namespace model;
namespace wire = testing::wire;

namespace {

/// A small decoder layer: two projections, attention, a custom operator, and a branch.
std::shared_ptr<const Model> sample()
{
    const auto type = [](std::initializer_list<std::int64_t> dims, int element = 1) {
        return wire::tensorType(element, dims);
    };
    const auto info = [](const char* name, const std::string& t) {
        return wire::bytes(13, wire::valueInfo(name, t));
    };
    const auto named = [](const char* name) { return wire::bytes(3, name); };
    const auto floatAttribute = wire::bytes(
        5, wire::bytes(1, "epsilon") + wire::fixed32(2, 0x3dcccccd) + wire::number(20, 1));
    const auto intsAttribute = wire::bytes(
        5, wire::bytes(1, "kernel_shape") + wire::bytes(8, "\3\3") + wire::number(20, 7));
    const auto stringAttribute = wire::bytes(
        5, wire::bytes(1, "auto_pad") + wire::bytes(4, "SAME_UPPER") + wire::number(20, 3));
    const auto branch = wire::nodeField("Neg", { "h" }, { "n" }, named("/model/layers.70/neg"))
        + wire::outputField("n");
    const auto weight = wire::tensor("w", 1, { 600, 600 });
    const auto graph = wire::inputField("x", type({ 1, 128, 2048 }))
        + wire::inputField("mask", type({ 1, 128 }, 9)) + wire::initializerField(weight)
        + wire::nodeField(
            "MatMul", { "x", "w" }, { "q" }, named("/model/layers.7/attn/q_proj/MatMul"))
        + wire::nodeField("Softmax", { "q", "mask" }, { "h" },
            named("/model/layers.7/attn/Softmax") + wire::intAttribute("axis", -1))
        + wire::nodeField("Conv", { "h" }, { "c" }, named("conv") + intsAttribute + stringAttribute)
        + wire::nodeField(
            "FancyNorm", { "c" }, { "logits" }, wire::bytes(7, "com.example") + floatAttribute)
        + wire::nodeField(
            "If", { "mask" }, { "late:0" }, wire::graphAttribute("then_branch", branch))
        + info("q", type({ 1, 128, 512 })) + info("h", type({ 1, 128, 512 }, 10))
        + wire::outputField("logits", wire::bytes(1, wire::number(1, 1)));
    const auto file = wire::model(graph) + wire::operatorSet("com.example", 1);
    auto model = onnx::parseModel(std::as_bytes(std::span(file.data(), file.size())));
    return model ? *model : nullptr;
}

QString textOf(const Model& model, const std::variant<QueryMatches, QueryError>& result)
{
    if (const auto* error = std::get_if<QueryError>(&result))
        return QString("error at %1+%2: %3")
            .arg(error->column)
            .arg(error->length)
            .arg(QString::fromStdString(error->message));
    const auto& matches = std::get<QueryMatches>(result);
    QStringList words;
    for (const auto id : matches.nodes)
        words << QString::fromStdString(model.node(id).type);
    for (const auto id : matches.values)
        words << "%" + QString::fromStdString(model.value(id).name);
    return words.join(' ');
}

QString find(const QueryContext& context, const std::string& text)
{
    const auto query = Query::parse(text);
    if (const auto* error = std::get_if<QueryError>(&query))
        return textOf(context.model, *error);
    return textOf(context.model, std::get<Query>(query).run(context));
}

} // namespace

class TestQuery : public QObject {
    Q_OBJECT

private slots:
    void findsNodesAndValues_data();
    void findsNodesAndValues();
    void marksWhatIsWrong_data();
    void marksWhatIsWrong();
    void asksTheProfile();
    void keepsTermsAsWritten();
    void isNotCaughtByAHostilePattern();
};

void TestQuery::findsNodesAndValues_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* query, const char* expected) {
        QTest::newRow(*query ? query : "empty") << query << expected;
    };
    row("", "");
    row("   ", "");
    row("attn", "MatMul Softmax");
    row("ATTN proj", "MatMul");
    row("nothing", "");
    row("mask", "Softmax If %mask");
    row("\"conv\"", "Conv");
    row("\"Conv\"", "Conv");
    row("\"con\"", "");
    row("/^soft|neg$/", "Softmax Neg");
    row("/model/layers.7/attn", "MatMul Softmax");
    row("late:0", "If %late:0");
    row("type:Conv", "Conv");
    row("type:conv", "Conv");
    row("type:*Ma*", "MatMul Softmax");
    row("type:fp16", "Softmax Conv Neg %h");
    row("type:bool", "Softmax If %mask");
    row("category:norm", "Softmax");
    row("category:custom", "FancyNorm");
    row("category:cf", "If");
    row("domain:com.example", "FancyNorm");
    row("domain:ai.onnx type:If", "If");
    row("scope:layers.7", "MatMul Softmax");
    row("scope:layers.70", "Neg");
    row("scope:model/layers.7", "MatMul Softmax");
    row("attr:axis", "Softmax");
    row("attr:axis<0", "Softmax");
    row("axis=-1", "Softmax");
    row("axis!=-1", "");
    row("attr:kernel_shape=3,3", "Conv");
    row("attr:kernel_shape=3,1", "");
    row("attr:auto_pad=same*", "Conv");
    row("attr:epsilon=0.1", "FancyNorm");
    row("attr:epsilon>=0.05", "FancyNorm");
    row("in:1x128x2048", "MatMul");
    row("in:1x*x2048", "MatMul");
    row("in:1×128×512", "Softmax Conv Neg");
    row("out:1x*x512", "MatMul Softmax");
    row("out:?", "Conv FancyNorm If Neg");
    row("rank:2", "MatMul Softmax If %mask %w");
    row("rank>2", "MatMul Softmax Conv Neg %x %q %h");
    row("reads:mask", "Softmax If");
    row("reads:conv", "FancyNorm");
    row("feeds:logits", "FancyNorm");
    row("feeds:conv", "Softmax");
    row("path:x->h", "MatMul Softmax");
    row("path:q->logits type:Conv", "Conv");
    row("size>1MiB", "MatMul %w");
    row("size>1GiB", "");
    row("type:Softmax attn axis<0 in:1x128", "Softmax");
    row("-attn -type:If", "Conv FancyNorm Neg");
    row("-type:Conv rank>2", "MatMul Softmax Neg");
    row("rank>2 -\"x\"", "Softmax Conv Neg %q %h");
    row("scope:LAYERS.7", "MatMul Softmax");
    row("value:nan", "");
}

void TestQuery::findsNodesAndValues()
{
    const auto model = sample();
    QVERIFY(model);
    QFETCH(QString, query);
    QTEST(find({ *model }, query.toStdString()), "expected");
}

void TestQuery::marksWhatIsWrong_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("error");
    const auto row
        = [](const char* query, const char* error) { QTest::newRow(query) << query << error; };
    row("conv \"open", "error at 5+5: expected a closing quote");
    row("größe rank:x", "error at 6+6: expected a number, as in rank:4");
    row("type:", "error at 0+5: expected something after \"type\"");
    row("/(/", "error at 0+3: expected a regular expression");
    row("typ:Conv", "error at 0+8: unknown key \"typ\", expected one of type, category");
    row("category:none", "error at 0+13: expected one of Matrix");
    row("path:a", "error at 0+6: expected two names, as in path:a->b");
    row("attr:axis<a", "error at 0+11: expected one number to compare with");
    row("size>much", "error at 0+9: expected a comparison such as size>1MiB");
    row("time:5", "error at 0+6: expected a comparison such as time>100us");
    row("in:1xx2", "error at 0+7: expected a shape such as 1x*x2048 or ?");
    row("relu time>100us", "error at 5+10: \"time\" needs a profile of this model");
    row("value:odd",
        "error at 0+9: expected nan, inf, zero, constant, outlier or a comparison such as =1.5");
    row("x -rank:y", "error at 2+7: expected a number, as in rank:4");
    row("-\"open", "error at 0+6: expected a closing quote");
    row("/a(?=b)/", "error at 0+8: expected a regular expression: invalid perl operator: (?=");
    row("path:a->b->c", "error at 0+12: expected two names, as in path:a->b");
}

void TestQuery::marksWhatIsWrong()
{
    const auto model = sample();
    QFETCH(QString, query);
    QFETCH(QString, error);
    const auto found = find({ *model }, query.toStdString());
    QVERIFY2(found.startsWith(error), qPrintable(found));
}

void TestQuery::asksTheProfile()
{
    const auto model = sample();
    QueryContext context { *model };
    context.measured = [](std::string_view key, NodeId node) -> std::optional<double> {
        if (node.value() == 2)
            return std::nullopt;
        return key == "time" ? 1e5 * node.value() : 0.01 * node.value();
    };
    context.measuredText = [](std::string_view key, NodeId node) {
        return std::string(key) + (node.value() == 1 ? " reference" : " native");
    };
    QCOMPARE(find(context, "time>=100us"), "Softmax FancyNorm If Neg");
    QCOMPARE(find(context, "share<2%"), "MatMul Softmax");
    QCOMPARE(find(context, "impl:reference"), "Softmax");
}

void TestQuery::keepsTermsAsWritten()
{
    const auto query = Query::parse("  type:Conv \"a b\"  axis=1 ");
    const std::vector<std::string> expected { "type:Conv", "\"a b\"", "axis=1" };
    QCOMPARE(std::get<Query>(query).terms(), expected);
    QVERIFY(std::get<Query>(Query::parse("")).isEmpty());
}

void TestQuery::isNotCaughtByAHostilePattern()
{
    const auto file
        = wire::model(wire::nodeField("Relu", {}, { "y" }, wire::bytes(3, std::string(5000, 'a'))));
    const auto model = onnx::parseModel(std::as_bytes(std::span(file.data(), file.size())));
    QVERIFY(model);
    QCOMPARE(find({ **model }, "/(a+)+b/"), "");
    QVERIFY(find({ **model }, "/(a{100}){100}{100}{100}/").startsWith("error"));
    QVERIFY(find({ **model }, "/" + std::string(300, 'a') + "/").startsWith("error"));
    QVERIFY(find({ **model }, std::string(5000, 'a')).startsWith("error"));
}

QTEST_GUILESS_MAIN(TestQuery)
#include "tst_query.moc"
