#include "model/onnx/weights.h"

#include "model/inference/tensor_shape.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <map>

namespace model::onnx {

namespace {

using support::Severity;

/// A fault that several tensors share.
struct Group {
    support::Location first;
    std::string message;
    std::string file;
    Severity severity = Severity::Error;
    std::size_t count = 0;
};

bool isRangeFault(const Tensor& tensor, const support::Error& error)
{
    return error.message().find("but the file has") != std::string::npos
        && tensor.ref.place == TensorRef::Place::ExternalFile;
}

std::string_view codeOf(const Tensor& tensor, const support::Error& error)
{
    using Place = TensorRef::Place;
    if (!elementCount(tensor.dims) || tensor.dims.size() > maximumRank
        || (tensor.element != ElementType::String && isKnown(tensor.element)
            && !packedBytes(tensor.element, *elementCount(tensor.dims))))
        return "tensor-dimensions";
    if (!isKnown(tensor.element) || tensor.element == ElementType::Undefined)
        return "element-type-unknown";
    if (isRangeFault(tensor, error))
        return "external-data-range";
    if (tensor.ref.place == Place::ExternalFile)
        return error.kind() == support::ErrorKind::Unsupported ? "external-data-missing"
            : tensor.ref.problem.empty()                       ? "external-data-refused"
                                                               : "external-data-invalid";
    return error.kind() == support::ErrorKind::Unsupported ? "weights-missing" : "tensor-size";
}

std::string_view adviceFor(std::string_view code)
{
    if (code == "external-data-missing")
        return "put the file beside the model or locate it; the graph and all shapes are shown "
               "without it";
    if (code == "external-data-refused")
        return "allow the folder for this model if you trust it";
    if (code == "weights-missing")
        return "the graph is shown without these weights; it can be run with random ones";
    return {};
}

class WeightChecker {
public:
    explicit WeightChecker(Draft& draft)
        : m_draft(draft)
    {
    }

    void check(Tensor& tensor, const std::function<support::Location()>& where)
    {
        const auto checked = m_draft.model->store->check(tensor);
        if (checked)
            return;
        const auto& error = checked.error();
        const auto code = codeOf(tensor, error);
        tensor.ref.problem = error.message();
        tensor.ref.problemKind = error.kind();
        const bool isGrouped = code == "external-data-missing" || code == "external-data-refused"
            || code == "weights-missing";
        if (isGrouped) {
            auto& group = m_groups[std::string(code) + '\0' + tensor.ref.file];
            if (group.count++ == 0)
                group = { where(), error.message(), tensor.ref.file,
                    code == "weights-missing" ? Severity::Warning : Severity::Error, 1 };
            return;
        }
        m_draft.findings.add(Severity::Error, code, withFile(where(), tensor), error.message());
    }

    void report()
    {
        for (const auto& [key, group] : m_groups) {
            const auto code = key.substr(0, key.find('\0'));
            auto message = group.message;
            if (group.count > 1)
                message += " (" + support::countText(group.count) + " tensors, this is the first)";
            auto where = group.first;
            where.file = group.file;
            m_draft.findings.add(group.severity, code, std::move(where), std::move(message),
                std::string(adviceFor(code)));
        }
    }

private:
    static support::Location withFile(support::Location where, const Tensor& tensor)
    {
        where.file = tensor.ref.file;
        if (tensor.ref.place == TensorRef::Place::ExternalFile
            || tensor.ref.place == TensorRef::Place::ModelFile) {
            where.byteOffset = tensor.ref.offset;
            where.byteLength = tensor.ref.length;
        }
        return where;
    }

    Draft& m_draft;
    std::map<std::string, Group> m_groups;
};

struct AttributeTensors {
    const std::function<void(Tensor&)>& visit;

    void operator()(Tensor& tensor) const { visit(tensor); }
    void operator()(std::vector<Tensor>& tensors) const
    {
        for (auto& tensor : tensors)
            visit(tensor);
    }
    void operator()(SparseTensor& sparse) const
    {
        visit(sparse.values);
        visit(sparse.indices);
    }
    void operator()(std::vector<SparseTensor>& sparse) const
    {
        for (auto& tensor : sparse)
            (*this)(tensor);
    }
    template <typename T>
    void operator()(T&) const
    {
    }
};

} // namespace

void checkWeights(Draft& draft)
{
    auto& model = *draft.model;
    WeightChecker checker(draft);
    for (std::size_t i = 0; i < model.values.size() && !draft.isStopped(i); ++i) {
        const auto tensor = model.values[i].initializer;
        if (tensor.isValid())
            checker.check(
                model.tensors[tensor.value()], [&] { return locateValue(model, ValueId(i)); });
    }
    for (std::size_t i = 0; i < model.nodes.size() && !draft.isStopped(i); ++i) {
        for (auto& attribute : model.nodes[i].attributes) {
            const std::function<void(Tensor&)> visit = [&](Tensor& tensor) {
                checker.check(tensor, [&] {
                    auto where = locate(model, NodeId(i));
                    where.path += "/" + support::sanitise(attribute.name);
                    return where;
                });
            };
            std::visit(AttributeTensors { visit }, attribute.value);
        }
    }
    checker.report();
}

void visitTensors(Model& model, const std::function<void(Tensor&)>& visit)
{
    for (auto& tensor : model.tensors)
        visit(tensor);
    for (auto& node : model.nodes)
        for (auto& attribute : node.attributes)
            std::visit(AttributeTensors { visit }, attribute.value);
    for (auto& function : model.functions)
        for (auto& attribute : function.attributes)
            if (attribute.value)
                std::visit(AttributeTensors { visit }, attribute.value->value);
}

} // namespace model::onnx
