#include "engine/inputs/inputs.h"

#include "engine/inputs/image_input.h"
#include "engine/inputs/linked_dims.h"
#include "engine/inputs/value_file.h"
#include "engine/program/facts.h"
#include "model/support/text.h"

#include <algorithm>
#include <sstream>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

constexpr std::uint64_t seedStep = 0x9e3779b97f4a7c15u; // inputs of one run get seeds far apart

class InputMaker {
public:
    InputMaker(const RunRequest& request, MemoryPool& pool)
        : m_request(request)
        , m_model(*request.model)
        , m_pool(pool)
        , m_links(linkedDimensions(m_model))
    {
        for (const auto id : m_model.main().inputs) {
            if (!m_model.value(id).initializer.isValid())
                m_values.push_back(&m_model.value(id));
        }
        m_result.values.resize(m_values.size());
    }

    Result<Inputs> run()
    {
        TRY(checkNames());
        m_result.dims = {};
        for (std::size_t i = 0; i < m_values.size(); ++i)
            TRY(readFile(i).within("input '" + m_values[i]->name + "'"));
        TRY(checkFolder());
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_result.values[i].name = m_values[i]->name;
            if (m_result.values[i].how.empty())
                TRY(make(i).within("input '" + m_values[i]->name + "'"));
        }
        return std::move(m_result);
    }

private:
    const InputSpec& specOf(std::size_t i) const
    {
        const auto found = m_request.inputs.find(m_values[i]->name);
        return found != m_request.inputs.end() ? found->second : m_request.otherInputs;
    }

    std::string inputNames() const
    {
        std::string names;
        for (const auto* value : m_values)
            names += (names.empty() ? "'" : ", '") + value->name + "'";
        return names;
    }

    /// Fails if the folder of the request gives no input: the run would use random ones unnoticed.
    Result<void> checkFolder() const
    {
        std::error_code ignored;
        if (m_request.data.empty() || m_values.empty())
            return {};
        if (!std::filesystem::is_directory(m_request.data, ignored))
            return failAs(
                ErrorKind::File, "no folder for the inputs: '", m_request.data.string(), "'");
        const bool isUsed = std::ranges::any_of(
            m_result.values, [](const PreparedInput& input) { return !input.how.empty(); });
        if (!isUsed)
            return failAs(ErrorKind::File, "the folder '", m_request.data.string(),
                "' has no input_<i>.pb and no NAME.npy for the inputs ", inputNames());
        return {};
    }

    Result<void> checkNames() const
    {
        for (const auto& [name, spec] : m_request.inputs) {
            if (std::ranges::none_of(
                    m_values, [&](const auto* value) { return value->name == name; }))
                return failAs(ErrorKind::Usage, "the model has no input '", name,
                    "'; its inputs are ", inputNames());
        }
        return {};
    }

    Result<void> readFile(std::size_t i)
    {
        const auto file = inputFile(m_request, i, m_values[i]->name);
        if (file.empty())
            return {};
        auto value = TRY(readValue(file, m_values[i]->type));
        if (value.isTensor())
            TRY(bindShape(value.tensor().type, m_values[i]->type).within(file.filename().string()));
        m_result.values[i].value = std::move(value);
        m_result.values[i].how = "file " + file.filename().string();
        return {};
    }

    Result<void> bindShape(const TensorType& found, const model::ValueType& declared)
    {
        TRY(checkDeclared(found, declared));
        for (std::size_t axis = 0; declared.shape && axis < found.dims.size(); ++axis)
            TRY(bind((*declared.shape)[axis], found.dims[axis]));
        return {};
    }

    Result<void> bind(const model::Dimension& declared, std::int64_t found)
    {
        if (!declared.isSymbol())
            return {};
        const auto name = declared.text();
        if (const auto wanted = m_request.dims.find(name);
            wanted != m_request.dims.end() && wanted->second != found)
            return failAs(ErrorKind::Usage, "the file has ", found, " along '", name,
                "', the request says ", wanted->second);
        // Exporters reuse a name for sizes that differ. The files are right then; only generated
        // inputs use this size.
        m_result.dims.try_emplace(name, found);
        return {};
    }

    std::int64_t sizeOf(const model::Dimension& dimension)
    {
        if (const auto number = dimension.value())
            return *number;
        for (const auto& name : dimension.symbols())
            choose(name);
        return dimension.bound(m_result.dims).value().value_or(1);
    }

    void choose(const std::string& name)
    {
        if (m_result.dims.contains(name))
            return;
        if (const auto wanted = m_request.dims.find(name); wanted != m_request.dims.end()) {
            m_result.dims.emplace(name, wanted->second);
            return;
        }
        m_result.unboundDims.push_back(name);
        const auto link = m_links.find(name);
        if (link == m_links.end()) {
            m_result.dims.emplace(name, 1);
            return;
        }
        for (const auto& other : link->second.size.symbols())
            choose(other); // these are never linked themselves
        m_result.dims.emplace(name, link->second.size.bound(m_result.dims).value().value_or(1));
        m_result.linkedDims.emplace(
            name, link->second.size.text() + ", because " + link->second.reason);
    }

    Result<void> make(std::size_t i)
    {
        const auto& declared = m_values[i]->type;
        auto& result = m_result.values[i];
        if (declared.kind == model::ValueType::Kind::Sequence
            || declared.kind == model::ValueType::Kind::Optional) {
            if (declared.kind == model::ValueType::Kind::Sequence)
                result.value.content = std::make_shared<const ValueSequence>();
            result.how = "empty";
            return {};
        }
        if (!declared.isTensor() || declared.element == ElementType::Undefined)
            return failAs(ErrorKind::Unsupported, "is ", model::typeText(declared),
                ", which can only come from a file");
        if (!declared.shape)
            return failAs(ErrorKind::Usage, "declares no shape: give it one (--shape ",
                support::sanitise(m_values[i]->name), "=1x8x64) or a file");
        const auto& spec = specOf(i);
        if (spec.source == InputSpec::Source::Image)
            return makeImage(i, spec);
        const auto type = TRY(typeOf(declared));
        result.value.content = TRY(generate(spec, type, m_request.seed + i * seedStep, m_pool));
        result.how = describe(spec);
        return {};
    }

    Result<TensorType> typeOf(const model::ValueType& declared)
    {
        TensorType type { declared.element, {} };
        for (const auto& dimension : *declared.shape) {
            type.dims.push_back(sizeOf(dimension));
            if (type.dims.back() < 0)
                return failAs(ErrorKind::File, "is declared with the shape ",
                    model::shapeText(*declared.shape));
        }
        return type;
    }

    /// Reads an image. Height and width that nothing sets are those of the picture.
    Result<void> makeImage(std::size_t i, const InputSpec& spec)
    {
        const auto& declared = m_values[i]->type;
        const auto axes = TRY(imageAxes(*declared.shape, spec.image.order));
        const auto picture = TRY(readPicture(spec.file));
        const auto natural = naturalSize(picture, spec.image);
        bindFree((*declared.shape)[axes.height], natural.height);
        bindFree((*declared.shape)[axes.width], natural.width);
        const auto type = TRY(typeOf(declared));
        m_result.values[i].value.content
            = TRY(imageTensor(picture, spec.image, type, axes, m_pool));
        const auto options = imagePreparationText(spec.image);
        m_result.values[i].how
            = "image " + spec.file.filename().string() + (options.empty() ? "" : ", " + options);
        return {};
    }

    void bindFree(const model::Dimension& dimension, std::int64_t size)
    {
        if (dimension.isSymbol() && !m_request.dims.contains(dimension.text()))
            m_result.dims.try_emplace(dimension.text(), size);
    }

    std::string describe(const InputSpec& spec) const
    {
        if (spec.source == InputSpec::Source::Zeros)
            return "zeros";
        if (spec.source == InputSpec::Source::Ones)
            return "ones";
        std::ostringstream text;
        text << "random " << spec.low.value_or(0.0) << ".."
             << spec.high.value_or(std::max(1.0, spec.low.value_or(0.0))) << ", seed "
             << m_request.seed;
        return text.str();
    }

    const RunRequest& m_request;
    const model::Model& m_model;
    MemoryPool& m_pool;
    std::map<std::string, LinkedDimension, std::less<>> m_links;
    std::vector<const model::Value*> m_values;
    Inputs m_result;
};

} // namespace

Result<void> checkDeclared(const TensorType& found, const model::ValueType& declared)
{
    if (declared.element != ElementType::Undefined && declared.element != found.element)
        return failAs(ErrorKind::Usage, "is ", model::name(found.element), ", the model takes ",
            model::name(declared.element));
    if (!declared.shape)
        return {};
    bool fits = declared.shape->size() == found.dims.size();
    for (std::size_t axis = 0; fits && axis < found.dims.size(); ++axis)
        fits = (*declared.shape)[axis].value().value_or(found.dims[axis]) == found.dims[axis];
    if (!fits)
        return failAs(ErrorKind::Usage, "has the shape ", dimsText(found.dims),
            ", the model takes ", model::shapeText(*declared.shape));
    return {};
}

std::vector<RuntimeValue> Inputs::runtimeValues() const
{
    std::vector<RuntimeValue> list;
    for (const auto& input : values)
        list.push_back(input.value);
    return list;
}

std::vector<model::ValueType> Inputs::types() const
{
    if (!open.empty())
        return open;
    std::vector<model::ValueType> list;
    for (const auto& input : values) {
        model::ValueType type;
        if (input.value.isTensor())
            type = valueTypeOf(input.value.tensor().type);
        else if (std::holds_alternative<std::shared_ptr<const ValueSequence>>(input.value.content))
            type.kind = model::ValueType::Kind::Sequence;
        list.push_back(std::move(type));
    }
    return list;
}

std::filesystem::path inputFile(
    const RunRequest& request, std::size_t number, const std::string& name)
{
    const auto spec = request.inputs.find(name);
    if (spec != request.inputs.end() && spec->second.source == InputSpec::Source::File)
        return spec->second.file;
    if (request.data.empty() || spec != request.inputs.end())
        return {};
    std::error_code ignored;
    const auto byPosition = request.data / ("input_" + std::to_string(number) + ".pb");
    if (std::filesystem::exists(byPosition, ignored))
        return byPosition;
    // A name with a slash must not lead out of the folder.
    const auto byName = request.data / std::filesystem::path(name + ".npy").filename();
    return std::filesystem::exists(byName, ignored) ? byName : std::filesystem::path();
}

Result<Inputs> makeInputs(const RunRequest& request, MemoryPool& pool)
{
    return InputMaker(request, pool).run();
}

} // namespace engine
