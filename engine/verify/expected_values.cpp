#include "engine/verify/expected_values.h"

#include "engine/inputs/value_file.h"
#include "engine/kernel/small_float.h"
#include "engine/passes/widen_half.h"

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

namespace fs = std::filesystem;

std::uint64_t bytesOfTensor(const Tensor& tensor)
{
    if (!tensor.strings)
        return tensor.type.bytes();
    std::uint64_t bytes = 0;
    for (const auto& text : *tensor.strings)
        bytes += sizeof(text) + text.size();
    return bytes;
}

template <typename Entries>
std::uint64_t bytesOfEntries(const Entries& entries)
{
    std::uint64_t bytes = 0;
    for (const auto& [key, tensor] : entries)
        bytes += sizeof(key) + bytesOfTensor(tensor);
    return bytes;
}

bool leadsOut(const fs::path& path)
{
    return path.is_absolute()
        || std::ranges::any_of(path, [](const fs::path& part) { return part == ".."; });
}

std::string flat(std::string name)
{
    std::ranges::replace(name, '/', '_');
    return name;
}

} // namespace

Result<const RuntimeValue*> KeptValues::at(ProgramValueId id, std::uint64_t turn)
{
    const auto found = m_values.find(id);
    const bool isKept = found != m_values.end() && turn < found->second.size();
    return isKept ? &found->second[turn] : nullptr;
}

bool KeptValues::hasRoomFor(ProgramValueId id, std::uint64_t bytes)
{
    if (!isIncomplete(id) && m_bytes + bytes <= m_capBytes)
        return true;
    m_left[id] = true;
    return false;
}

void KeptValues::add(ProgramValueId id, RuntimeValue value, std::uint64_t bytes)
{
    m_values[id].push_back(std::move(value));
    m_bytes += bytes;
}

fs::path ValueFiles::fileOf(ProgramValueId id) const
{
    auto file = fileNamed(m_plan.program().value(id).name);
    const auto& outputs = m_plan.program().main().outputs;
    for (std::size_t i = 0; i < outputs.size() && file.empty(); ++i)
        if (outputs[i] == id)
            file = fileNamed(m_plan.outputNames()[i]);
    return file;
}

fs::path ValueFiles::fileNamed(std::string name) const
{
    const auto whole = flat(name);
    name.erase(0, name.find_first_not_of('/'));
    if (name.empty())
        return {};
    for (const auto& stem : { name, flat(name), whole }) {
        for (const auto* end : { ".npy", ".pb" }) {
            const fs::path file = stem + end;
            std::error_code ignored;
            if (!leadsOut(file) && fs::is_regular_file(m_folder / file, ignored))
                return m_folder / file;
        }
    }
    return {};
}

Result<const RuntimeValue*> ValueFiles::at(ProgramValueId id, std::uint64_t turn)
{
    const auto file = turn == 0 ? fileOf(id) : fs::path();
    if (file.empty())
        return nullptr;
    m_latest = TRY(readValue(file, m_plan.program().value(id).declared).within(file.string()));
    return &m_latest;
}

// The recursion is as deep as sequences nest in the program's types.
std::uint64_t bytesOf(const RuntimeValue& value)
{
    if (value.isTensor())
        return bytesOfTensor(value.tensor());
    std::uint64_t bytes = 0;
    if (const auto* sequence = std::get_if<std::shared_ptr<const ValueSequence>>(&value.content)) {
        for (const auto& element : **sequence)
            bytes += bytesOf(element);
    }
    if (const auto* map = std::get_if<std::shared_ptr<const MapValue>>(&value.content))
        bytes = std::visit(
            [](const auto& entries) { return bytesOfEntries(entries); }, (*map)->entries);
    return bytes;
}

RuntimeValue inLayout(const RuntimeValue& value, Layout from, Layout to)
{
    if (from == to || !value.isTensor() || value.tensor().rank() < 3)
        return value;
    const auto& source = value.tensor();
    auto target = makeTensor(source.element(), source.dims());
    const auto bytes = elementBytes(source.element());
    const auto channels = static_cast<std::size_t>(source.dims()[1]);
    const auto pixels = static_cast<std::size_t>(elementCount(std::span(source.dims()).subspan(2)));
    const auto rows = from == Layout::ChannelsLast ? pixels : channels; // of the source
    const auto columns = from == Layout::ChannelsLast ? channels : pixels;
    for (std::size_t image = 0; image < static_cast<std::size_t>(source.dims()[0]); ++image) {
        const auto* read = source.data + image * channels * pixels * bytes;
        auto* write = target.data + image * channels * pixels * bytes;
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < columns; ++column, read += bytes)
                std::memcpy(write + (column * rows + row) * bytes, read, bytes);
        }
    }
    return { std::move(target) };
}

RuntimeValue inElementOf(const RuntimeValue& like, const RuntimeValue& value)
{
    if (!like.isTensor() || !value.isTensor())
        return value;
    const auto& source = value.tensor();
    const auto wanted = like.tensor().element();
    const bool widens = isHalf(source.element()) && wanted == ElementType::Float;
    if (!widens && !(source.element() == ElementType::Float && isHalf(wanted)))
        return value;
    auto target = makeTensor(wanted, source.dims());
    for (std::size_t i = 0; i < static_cast<std::size_t>(source.count()); ++i) {
        if (widens)
            target.as<float>()[i]
                = decodeSmallFloat(source.as<std::uint16_t>()[i], source.element());
        else
            target.as<std::uint16_t>()[i]
                = encodeSmallFloat(source.as<float>()[i], wanted, Overflow::Special);
    }
    return { std::move(target) };
}

} // namespace engine
