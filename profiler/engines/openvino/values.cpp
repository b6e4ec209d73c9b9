#include "profiler/engines/openvino/values.h"

#include "model/support/catch_exceptions.h"
#include "model/support/text.h"
#include "profiler/exporters/protobuf_message.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace profiler::openvino {

using model::ElementType;
using support::ErrorKind;
using support::fail;
using support::failAs;

namespace {

constexpr std::int64_t maxRank = 64;

/// An ONNX model `y = Identity(x)` with one element of the type. Field numbers: onnx.proto.
std::string identityModel(ElementType type)
{
    const auto dims = ProtobufMessage().message(1, ProtobufMessage().number(1, 1));
    const auto tensorType
        = ProtobufMessage().number(1, static_cast<std::uint64_t>(type)).message(2, dims);
    const auto valueType = ProtobufMessage().message(1, tensorType);
    const auto value
        = [&](const char* name) { return ProtobufMessage().text(1, name).message(2, valueType); };
    const auto node = ProtobufMessage().text(1, "x").text(2, "y").text(4, "Identity");
    const auto graph = ProtobufMessage()
                           .message(1, node)
                           .text(2, "types")
                           .message(11, value("x"))
                           .message(12, value("y"));
    return ProtobufMessage()
        .number(1, 10)
        .message(7, graph)
        .message(8, ProtobufMessage().text(1, "").number(2, 21))
        .bytes();
}

support::Result<int> numberOf(const Api& api, const Core* core, ElementType type)
{
    const auto bytes = identityModel(type);
    const auto what = "OpenVINO cannot read a model with an input of type "
        + std::string(model::traits(type).onnxName);
    Model* read = nullptr;
    TRY(check(
        api, api.readModelFromMemory(core, bytes.data(), bytes.size(), nullptr, &read), what));
    const Owned<Model> owned(read, api.freeModel);
    Port* port = nullptr;
    TRY(check(api, api.input(read, 0, &port), what));
    const Owned<Port> ownedPort(port, api.freePort);
    int number = 0;
    TRY(check(api, api.portType(port, &number), what));
    return number;
}

/// Whether engine memory and OpenVINO's memory have the same layout.
bool isPlain(const model::ElementTraits& row)
{
    return row.type != ElementType::Undefined && row.bits >= 8
        && row.kind != model::ElementClass::Complex;
}

/// Returns the bytes of a tensor; nothing if they do not fit into memory.
std::optional<std::size_t> checkedBytes(const engine::TensorType& type)
{
    const auto count = static_cast<std::uint64_t>(type.count());
    const auto each = engine::elementBytes(type.element);
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max());
    if (each == 0 || count > most / each)
        return std::nullopt;
    return static_cast<std::size_t>(count * each);
}

support::Result<engine::TensorType> typeOf(
    const Api& api, const ElementTypes& types, const HostTensor* tensor)
{
    int number = 0;
    TRY(check(api, api.tensorType(tensor, &number), "OpenVINO gives no element type"));
    const auto element = types.type(number);
    if (!element)
        return failAs(ErrorKind::Unsupported, "the tensor has OpenVINO's element type ", number,
            ", which is no type of at least one byte that ONNX has");
    Shape shape;
    engine::TensorType type { *element, {} };
    const auto status = api.tensorShape(tensor, &shape);
    if (status == invalidParameterStatus) // for a scalar; copyOf checks that it has one element
        return type;
    TRY(check(api, status, "OpenVINO gives no shape"));
    const bool isValid
        = shape.rank >= 0 && shape.rank <= maxRank && (shape.rank == 0 || shape.dims != nullptr);
    if (isValid)
        type.dims.assign(shape.dims, shape.dims + shape.rank);
    const auto rank = shape.rank;
    api.freeShape(&shape);
    if (!isValid || std::ranges::any_of(type.dims, [](auto size) { return size < 0; }))
        return fail("OpenVINO gives an invalid shape of rank ", rank);
    return type;
}

} // namespace

support::Result<ElementTypes> ElementTypes::read(const Api& api, const Core* core)
{
    ElementTypes types;
    for (const auto& row : model::allElementTypes()) {
        if (!isPlain(row))
            continue;
        const auto number = numberOf(api, core, row.type);
        if (number)
            types.m_numbers.emplace(row.type, *number);
        else if (row.type == ElementType::Float)
            return number.error();
    }
    return types;
}

std::optional<int> ElementTypes::number(ElementType type) const
{
    const auto found = m_numbers.find(type);
    return found == m_numbers.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ElementType> ElementTypes::type(int number) const
{
    const auto found = std::ranges::find_if(
        m_numbers, [&](const auto& entry) { return entry.second == number; });
    return found == m_numbers.end() ? std::nullopt : std::optional(found->first);
}

support::Result<Owned<HostTensor>> viewOf(
    const Api& api, const ElementTypes& types, const engine::Tensor& tensor)
{
    static std::byte none; // the address of tensors without elements
    const auto number = types.number(tensor.element());
    if (!number)
        return failAs(ErrorKind::Unsupported, "OpenVINO takes no tensors of type ",
            model::traits(tensor.element()).onnxName, " from Opscope");
    auto dims = tensor.dims();
    dims.reserve(1); // OpenVINO takes no null, also for a scalar
    auto* const content = tensor.data != nullptr ? tensor.data : &none;
    HostTensor* made = nullptr;
    TRY(check(api,
        api.createTensor(
            *number, { static_cast<std::int64_t>(dims.size()), dims.data() }, content, &made),
        "OpenVINO takes no tensor of " + engine::dimsText(tensor.dims())));
    return Owned<HostTensor>(made, api.freeTensor);
}

support::Result<engine::Tensor> copyOf(
    const Api& api, const ElementTypes& types, const HostTensor* tensor)
{
    auto type = TRY(typeOf(api, types, tensor));
    const auto expected = checkedBytes(type);
    std::size_t bytes = 0;
    TRY(check(api, api.tensorBytes(tensor, &bytes), "OpenVINO gives no size"));
    if (!expected || *expected != bytes)
        return fail("OpenVINO gives ", bytes, " bytes for a tensor ", model::name(type.element),
            " ", engine::dimsText(type.dims), ", expected ",
            expected ? std::to_string(*expected) : std::string("fewer elements"));
    void* content = nullptr;
    if (bytes > 0)
        TRY(check(api, api.tensorContent(tensor, &content), "OpenVINO gives no content"));
    return support::catchExceptions("the output", [&]() -> support::Result<engine::Tensor> {
        auto copy = engine::makeTensor(type.element, std::move(type.dims));
        if (content != nullptr)
            std::memcpy(copy.data, content, bytes);
        return copy;
    });
}

} // namespace profiler::openvino
