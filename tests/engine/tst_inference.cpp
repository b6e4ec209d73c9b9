#include <QTest>

#include "engine/plan/engine.h"
#include "engine/program/facts.h"
#include "engine/run/session.h"
#include "engine/verify/verify_folder.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "tests/support/node_text.h"
#include "tests/support/paths.h"

#include <map>
#include <set>

namespace {

using engine::RuntimeValue;
using model::ValueType;

/// How much inference is told about the inputs of a node.
enum class Knowledge { Elements, Shapes, Ranks, ElementTypes };
constexpr std::array knowledges { Knowledge::Elements, Knowledge::Shapes, Knowledge::Ranks,
    Knowledge::ElementTypes };
constexpr std::array knowledgeNames { "elements", "shapes", "ranks", "element types" };

ValueType typeOfTensor(const engine::Tensor& tensor, Knowledge knowledge)
{
    if (knowledge == Knowledge::ElementTypes)
        return ValueType::tensor(tensor.element());
    model::Shape shape;
    for (const auto dim : tensor.dims())
        shape.push_back(
            knowledge == Knowledge::Ranks ? model::Dimension() : model::Dimension::number(dim));
    return ValueType::tensor(tensor.element(), shape);
}

/// Why an inferred type cannot be that of a value; empty if it can.
std::string contradiction(const ValueType& type, const RuntimeValue& value)
{
    if (type.kind == ValueType::Kind::Optional)
        return type.inner && value.isPresent() ? contradiction(*type.inner, value) : std::string();
    if (const auto* sequence
        = std::get_if<std::shared_ptr<const engine::ValueSequence>>(&value.content)) {
        if (type.kind != ValueType::Kind::Sequence)
            return type.kind == ValueType::Kind::Unknown
                ? std::string()
                : model::typeText(type) + " was inferred, the value is a sequence";
        std::string why;
        for (std::size_t i = 0; type.inner && i < (*sequence)->size() && why.empty(); ++i)
            why = contradiction(*type.inner, (**sequence)[i]);
        return why;
    }
    if (!value.isTensor() || type.kind == ValueType::Kind::Unknown)
        return {};
    if (!type.isTensor())
        return model::typeText(type) + " was inferred, the value is a tensor";
    const auto& tensor = value.tensor();
    const auto found = model::typeText(typeOfTensor(tensor, Knowledge::Shapes));
    if (type.element != model::ElementType::Undefined && type.element != tensor.element())
        return model::typeText(type) + " was inferred, the value is " + found;
    if (!type.shape)
        return {};
    bool differs = type.shape->size() != tensor.rank();
    for (std::size_t d = 0; !differs && d < tensor.rank(); ++d)
        differs = (*type.shape)[d].isNumber() && *(*type.shape)[d].value() != tensor.dims()[d];
    return differs ? model::typeText(type) + " was inferred, the value is " + found : std::string();
}

/// One model with its values of one run, whose nodes are inferred again one by one.
class InferredRun {
public:
    InferredRun(std::shared_ptr<const model::Model> model,
        std::map<std::string, RuntimeValue> values, QStringList& findings)
        : m_model(std::move(model))
        , m_values(std::move(values))
        , m_findings(findings)
    {
    }

    void checkAnalysis()
    {
        const auto analysis = model::analyse(m_model);
        for (std::size_t i = 0; i < m_model->values.size(); ++i) {
            const auto& value = m_model->values[i];
            const auto found = m_values.find(value.name);
            if (value.graph != m_model->main().id || found == m_values.end())
                continue;
            // What the file itself declares wrongly is its own matter; the node's rule is checked
            // below.
            if (!contradiction(value.type, found->second).empty())
                continue;
            if (const auto why = contradiction(analysis->types[i], found->second); !why.empty())
                report("value '" + value.name + "'", why);
        }
    }

    void checkNodes()
    {
        for (const auto id : m_model->main().nodes) {
            const auto& node = m_model->node(id);
            if (node.schema != nullptr && !node.function.isValid() && hasAllInputs(node))
                checkNode(node);
        }
    }

private:
    const RuntimeValue* valueOf(model::ValueId id) const
    {
        const auto found = id.isValid() ? m_values.find(m_model->value(id).name) : m_values.end();
        return found == m_values.end() ? nullptr : &found->second;
    }

    bool hasAllInputs(const model::Node& node) const
    {
        return std::ranges::all_of(node.inputs, [this](model::ValueId id) {
            const auto* value = valueOf(id);
            return !id.isValid() || (value != nullptr && value->isTensor());
        });
    }

    void checkNode(const model::Node& node)
    {
        for (std::size_t k = 0; k < knowledges.size(); ++k) {
            std::vector<model::InferenceArgument> arguments;
            for (const auto id : node.inputs) {
                if (!id.isValid()) {
                    arguments.push_back({ .isPresent = false, .type = {}, .elements = {} });
                    continue;
                }
                const auto& tensor = valueOf(id)->tensor();
                arguments.push_back(engine::argumentOf(typeOfTensor(tensor, knowledges[k]),
                    knowledges[k] == Knowledge::Elements ? &tensor : nullptr));
            }
            const auto result = model::inferNode({ .schema = *node.schema,
                .attributes = node.attributes,
                .inputs = arguments,
                .outputs = node.outputs.size(),
                .symbolPrefix = "n",
                .readConstant = {},
                .subgraphs = nullptr });
            const auto where = node.type + " '" + node.name + "' told " + knowledgeNames[k];
            if (result.hasErrors())
                report(where, testing::errorText(result, *node.schema));
            for (std::size_t i = 0; i < node.outputs.size(); ++i) {
                const auto* value = valueOf(node.outputs[i]);
                if (value == nullptr || i >= result.outputs.size())
                    continue;
                if (const auto why = contradiction(result.outputs[i].type, *value); !why.empty())
                    report(where + ", output " + std::to_string(i), why);
            }
        }
    }

    void report(const std::string& where, const std::string& why)
    {
        m_findings << QString::fromStdString(
            m_model->path.parent_path().filename().string() + ": " + where + ": " + why);
    }

    std::shared_ptr<const model::Model> m_model;
    std::map<std::string, RuntimeValue> m_values;
    QStringList& m_findings;
};

/// The values of the main graph in a run on the first data set; empty if the model cannot run.
std::map<std::string, RuntimeValue> runKeeping(
    const std::shared_ptr<const model::Model>& model, const std::filesystem::path& data)
{
    engine::RunRequest request;
    request.model = model;
    request.data = data;
    request.optimisation = engine::Optimisation::None;
    request.threads = 1;
    for (const auto& value : model->values) {
        if (value.graph == model->main().id && !value.name.empty())
            request.keep.push_back(value.name);
    }
    auto prepared = engine::prepare(request);
    if (!prepared.plan)
        return {};
    auto session = engine::Session::create(*prepared.plan);
    if (!session)
        return {};
    const auto result = session->run(prepared.inputs.runtimeValues());
    std::map<std::string, RuntimeValue> values;
    if (!result)
        return values;
    for (const auto* named : { &result->outputs, &result->kept }) {
        for (const auto& value : *named)
            values.try_emplace(
                value.name, value.value); // names of bodies come after those of the main graph
    }
    for (const auto& input : prepared.inputs.values)
        values.try_emplace(input.name, input.value);
    return values;
}

} // namespace

/// What shape inference says, before a run and node by node, against what a run gives.
class TestInference : public QObject {
    Q_OBJECT

private slots:
    void contradictsNoValueOfARun_data()
    {
        QTest::addColumn<QString>("folder");
        for (const auto* folder : { "onnx-1.23/node", "onnx-1.23/simple",
                 "onnx-1.23/pytorch-operator", "onnx-1.23/pytorch-converted", "onnx-node/node" })
            QTest::newRow(folder) << QString(folder);
        QTest::newRow("tiny") << "tiny";
        std::error_code ignored;
        for (const auto& entry :
            std::filesystem::directory_iterator(testing::dataDir() / "models", ignored)) {
            if (std::filesystem::exists(entry.path() / "model.onnx", ignored)
                && !engine::findTestFolders(entry.path()).empty())
                QTest::newRow(entry.path().filename().c_str())
                    << QString::fromStdString(entry.path().filename().string());
        }
    }
    void contradictsNoValueOfARun()
    {
        QFETCH(QString, folder);
        const auto path = testing::dataDir() / "models" / folder.toStdString();
        if (!std::filesystem::is_directory(path))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        QStringList findings;
        std::size_t checked = 0;
        for (const auto& test : engine::findTestFolders(path)) {
            const auto model = model::onnx::openModel(test / "model.onnx");
            const auto first = std::filesystem::exists(test / "test_data_set_0")
                ? "test_data_set_0"
                : "test_data_set_ort";
            auto values
                = model ? runKeeping(*model, test / first) : std::map<std::string, RuntimeValue>();
            if (values.empty())
                continue;
            InferredRun run(*model, std::move(values), findings);
            run.checkAnalysis();
            run.checkNodes();
            ++checked;
        }
        if (checked == 0)
            QSKIP("the model has operators that do not run");
        QVERIFY2(findings.isEmpty(),
            qPrintable(
                QString::number(findings.size()) + " contradictions\n" + findings.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestInference)
#include "tst_inference.moc"
