#include "tests/support/engine/edge_values.h"

#include "engine/cpu/vector_table.h"
#include "engine/kernel/small_float.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace testing {

using namespace engine;

namespace {

/// The value of K in the cases: elements per row.
constexpr std::int64_t shortRow = 3;

std::vector<std::byte> bytesOf(std::string_view hex)
{
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::vector<std::byte> bytes(hex.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(digit(hex[2 * i]) * 16 + digit(hex[2 * i + 1]));
    return bytes;
}

EdgeCase::Values valuesFrom(std::istream& words)
{
    std::string type;
    std::string hex;
    words >> type >> hex;
    auto argument = argumentFrom(type);
    return { argument.type.element, bytesOf(hex) };
}

std::vector<std::string> partsOf(const std::string& line)
{
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (auto at = line.find(" | "); at != std::string::npos; at = line.find(" | ", from)) {
        parts.push_back(line.substr(from, at - from));
        from = at + 3;
    }
    parts.push_back(line.substr(from));
    return parts;
}

EdgeCase caseFrom(const std::string& line, const std::map<std::string, EdgeCase::Values>& vectors)
{
    const auto parts = partsOf(line);
    if (parts.size() != 4)
        throw std::invalid_argument("not four parts: " + line.substr(0, 80));
    EdgeCase row;
    row.node = parts[0];
    std::string word;
    for (std::istringstream names(parts[1]); names >> word;)
        row.inputs.push_back(vectors.at(word));
    std::istringstream expected(parts[2]);
    row.expected = valuesFrom(expected);
    std::istringstream rules(parts[3]);
    rules >> row.ulp >> row.absolute;
    while (rules >> word) {
        row.ignoresSignOfZero |= word == "zeros";
        row.isRepeated |= word == "repeat";
        row.hasRows |= word == "rows";
        if (word == "pad" && rules >> word)
            row.pad = vectors.at(word);
    }
    return row;
}

/// Replaces N and K in the text's shapes by numbers.
std::string sized(std::string text, std::int64_t rows, std::int64_t width)
{
    const std::array<std::pair<char, std::int64_t>, 2> letters { { { 'N', rows },
        { 'K', width } } };
    for (const auto& [letter, size] : letters) {
        for (const char before : { '[', ',' }) {
            for (const char after : { ']', ',' }) {
                const std::string found { before, letter, after };
                for (auto at = text.find(found); at != std::string::npos; at = text.find(found))
                    text.replace(at, 3, before + std::to_string(size) + after);
            }
        }
    }
    return text;
}

/// Fills a row that is longer than the case's: repeats the case's elements, or adds the padding
/// after them (before them if `isLast`).
void fillRow(const EdgeCase& row, const std::byte* from, std::size_t bytes, std::byte* to,
    std::int64_t length, bool isLast)
{
    for (std::int64_t i = 0; i < length; ++i) {
        const auto place = isLast ? i - (length - shortRow) : i;
        const bool isOwn = place >= 0 && place < shortRow;
        const auto* source = isOwn || !row.pad
            ? from + static_cast<std::size_t>(i % shortRow) * bytes
            : row.pad->bytes.data();
        if (isOwn)
            source = from + static_cast<std::size_t>(place) * bytes;
        std::memcpy(to + static_cast<std::size_t>(i) * bytes, source, bytes);
    }
}

struct Size {
    std::int64_t rows;
    std::int64_t width = shortRow; ///< value of K
    bool isLast = false; ///< the padding comes first
};

/// The number of rows of a case in the file, from the size of its first input `float[N,…]`.
std::int64_t rowsOf(const EdgeCase& row)
{
    const auto dims = nodeFrom(sized(row.node, 1, shortRow)).inputs.front().type.shape;
    const auto elements = static_cast<std::int64_t>(
        row.inputs.front().bytes.size() / elementBytes(row.inputs.front().element));
    return elements / elementCount(model::concrete(*dims).value_or(Dims {}));
}

std::vector<Tensor> inputsOf(const EdgeCase& row, const NodeText& node, const Size& size)
{
    const auto given = rowsOf(row);
    const bool isWide = row.node.find(",K]") != std::string::npos;
    std::vector<Tensor> inputs;
    for (std::size_t i = 0; i < row.inputs.size(); ++i) {
        const auto& values = row.inputs[i];
        auto tensor = makeTensor(
            values.element, model::concrete(*node.inputs[i].type.shape).value_or(Dims {}));
        const auto bytes = elementBytes(values.element);
        const auto total = tensor.type.bytes();
        const auto perRow = values.bytes.size() / static_cast<std::size_t>(given);
        if (isWide && i == 0) {
            for (std::int64_t r = 0; r < size.rows; ++r)
                fillRow(row, values.bytes.data() + static_cast<std::size_t>(r % given) * perRow,
                    bytes, tensor.data + static_cast<std::size_t>(r * size.width) * bytes,
                    size.width, size.isLast);
        } else {
            for (std::size_t at = 0; at < total; at += values.bytes.size())
                std::memcpy(tensor.data + at, values.bytes.data(),
                    std::min(values.bytes.size(), total - at));
        }
        inputs.push_back(std::move(tensor));
    }
    return inputs;
}

/// Maps floating-point bits to integers in numerical order, so that adjacent numbers differ by 1.
template <typename Bits>
std::int64_t ordered(Bits bits)
{
    constexpr auto sign = static_cast<Bits>(Bits(1) << (8 * sizeof(Bits) - 1));
    const auto magnitude = static_cast<std::int64_t>(bits & static_cast<Bits>(sign - 1));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

struct Number {
    double value;
    std::int64_t place; ///< result of ordered()
    std::uint64_t bits;
};

Number numberAt(ElementType element, const std::byte* data)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, data, elementBytes(element));
    switch (element) {
    case ElementType::Float:
        return { static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))),
            ordered(static_cast<std::uint32_t>(bits)), bits };
    case ElementType::Double:
        return { std::bit_cast<double>(bits), ordered(bits), bits };
    case ElementType::Float16:
    case ElementType::Bfloat16:
        return { static_cast<double>(decodeSmallFloat(static_cast<std::uint16_t>(bits), element)),
            ordered(static_cast<std::uint16_t>(bits)), bits };
    default:
        break;
    }
    if (isSmallFloat(element))
        return { static_cast<double>(decodeSmallFloat(static_cast<std::uint16_t>(bits), element)),
            0, bits };
    const bool isSigned = model::traits(element).kind == model::ElementClass::SignedInteger;
    const auto shift = 64 - 8 * elementBytes(element);
    const auto value = static_cast<std::int64_t>(bits << shift) >> shift;
    return { isSigned ? static_cast<double>(value) : static_cast<double>(bits), 0, bits };
}

bool agree(const EdgeCase& row, const Number& found, const Number& expected)
{
    if (found.bits == expected.bits)
        return true;
    if (!model::isFloating(row.expected.element))
        return false;
    if (std::isnan(found.value) || std::isnan(expected.value))
        return std::isnan(found.value) && std::isnan(expected.value);
    if (found.value == expected.value)
        return row.ignoresSignOfZero || row.ulp > 0;
    if (std::isinf(found.value) != std::isinf(expected.value) && row.ulp == 0)
        return false;
    return std::abs(found.value - expected.value) <= row.absolute
        || static_cast<double>(std::abs(found.place - expected.place)) <= row.ulp;
}

std::string textAt(const Tensor& tensor, std::int64_t i)
{
    std::ostringstream text;
    text.precision(17);
    text << numberAt(tensor.element(),
        tensor.data + static_cast<std::size_t>(i) * elementBytes(tensor.element()))
                .value;
    return text.str();
}

/// The operands of a result, if they are in its row; for the error message.
std::string operandsAt(const std::vector<Tensor>& inputs, std::int64_t row)
{
    std::string text;
    for (const auto& input : inputs) {
        const auto width = input.rank() == 0 || input.count() == 1
            ? input.count()
            : input.count() / input.dims().front();
        text += text.empty() ? "" : "; ";
        for (std::int64_t i = 0; i < std::min<std::int64_t>(width, 4); ++i)
            text += (i > 0 ? " " : "") + textAt(input, input.count() == 1 ? 0 : row * width + i);
    }
    return text;
}

std::string differenceOf(const EdgeCase& row, const Size& size, const std::vector<Tensor>& inputs,
    const RuntimeValue& output)
{
    if (!output.isTensor() || output.tensor().element() != row.expected.element)
        return "another element type";
    const auto& found = output.tensor();
    const auto bytes = elementBytes(found.element());
    const auto given = rowsOf(row);
    const auto width = static_cast<std::int64_t>(row.expected.bytes.size() / bytes) / given;
    const auto step = row.hasRows ? size.width : width;
    if (found.count() != size.rows * step)
        return "another shape, " + dimsText(found.dims());
    const auto first = row.hasRows && size.isLast ? size.width - width : 0;
    for (std::int64_t r = 0; r < size.rows; ++r) {
        for (std::int64_t i = 0; i < width; ++i) {
            const auto* expected = row.expected.bytes.data()
                + static_cast<std::size_t>(r % given * width + i) * bytes;
            const auto at = r * step + first + i;
            const auto* actual = found.data + static_cast<std::size_t>(at) * bytes;
            if (std::memcmp(actual, expected, bytes) == 0)
                continue;
            const auto a = numberAt(found.element(), actual);
            const auto b = numberAt(found.element(), expected);
            if (agree(row, a, b))
                continue;
            std::ostringstream text;
            text.precision(17);
            text << "element " << at << " of (" << operandsAt(inputs, r) << ") is " << a.value
                 << ", expected " << b.value;
            return text.str();
        }
    }
    return {};
}

/// The sizes to test. `isPlain`: the kernel is a plain loop without code paths for many elements.
std::vector<Size> sizesOf(const EdgeCase& row, bool isPlain)
{
    if (row.node.find(",K]") != std::string::npos) {
        std::vector<Size> sizes { { 1, shortRow }, { 11, shortRow }, { 11, 11 * shortRow } };
        if (!isPlain)
            sizes.push_back({ 1400, shortRow });
        sizes.push_back({ 11, 1367 * shortRow });
        if (row.pad) {
            sizes.push_back({ 11, 11 * shortRow, true });
            sizes.push_back({ 11, 1367 * shortRow, true });
        }
        return sizes;
    }
    if (isPlain)
        return { { 1 }, { 7 }, { 1000 } };
    return { { 1 }, { 7 }, { 4095 }, { 4096 }, { 70'000 } };
}

struct SetRow {
    const char* name;
    InstructionSet set;
};
constexpr SetRow sets[]
    = { { "baseline", InstructionSet::Baseline }, { "avx2", InstructionSet::Avx2 },
          { "avx512", InstructionSet::Avx512 }, { "avx512 vnni", InstructionSet::Avx512Vnni } };

EdgeOutcome outcomeAt(const EdgeCase& row, const Size& size, const KernelBench::Options& options)
{
    const auto text = sized(row.node, size.rows, size.width);
    const auto inputs = inputsOf(row, nodeFrom(text), size);
    KernelBench bench(text, inputs);
    const auto found = bench.run(options);
    const auto where = std::to_string(size.rows) + " rows of " + std::to_string(size.width)
        + (options.isConstant ? ", operands known: " : ": ");
    if (!found && found.error().message().starts_with("refused: "))
        return {};
    const auto problem
        = found ? differenceOf(row, size, inputs, found->front()) : found.error().message();
    return { true, problem.empty() ? "" : where + problem };
}

EdgeOutcome outcomeOfTier(
    const EdgeCase& row, Tier tier, const DeviceMemory* device, const std::string& name)
{
    EdgeOutcome outcome;
    const bool isPlain = tier == Tier::Reference && device == nullptr;
    for (const auto& size : sizesOf(row, isPlain || device != nullptr)) {
        for (const bool isConstant : { false, true }) {
            if (isConstant && (isPlain || row.inputs.size() == 1))
                continue;
            const int threads = size.rows > 4096 ? 2 : 1;
            const auto next = outcomeAt(row, size,
                { .tier = tier,
                    .threads = threads,
                    .isConstant = isConstant,
                    .device = device,
                    .precision = Precision::Float32Strict });
            outcome.isTaken |= next.isTaken;
            if (!next.problem.empty())
                return { true, name + ", " + next.problem };
        }
    }
    return outcome;
}

} // namespace

std::vector<EdgeCase> edgeCases()
{
    std::ifstream file(sourceDir() / "tests/data/edge_values.txt");
    std::map<std::string, EdgeCase::Values> vectors;
    std::vector<EdgeCase> cases;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("vector ")) {
            std::istringstream words(line.substr(7));
            std::string name;
            words >> name;
            vectors[name] = valuesFrom(words);
        } else if (line.starts_with("case ")) {
            cases.push_back(caseFrom(line.substr(5), vectors));
        }
    }
    return cases;
}

EdgeOutcome outcomeOf(const EdgeCase& row, Tier tier, const DeviceMemory* device)
{
    if (device != nullptr)
        return outcomeOfTier(row, Tier::Native, device, "device");
    if (tier != Tier::Native)
        return outcomeOfTier(row, tier, nullptr, std::string(tierName(tier)));
    EdgeOutcome outcome;
    const auto whole = instructionSet();
    for (const auto& set : sets) {
        limitInstructionSet(set.set);
        if (!outcome.problem.empty() || instructionSet() != set.set)
            continue;
        auto next = outcomeOfTier(row, tier, nullptr, set.name);
        outcome.isTaken |= next.isTaken;
        outcome.problem = std::move(next.problem);
    }
    limitInstructionSet(whole);
    return outcome;
}

} // namespace testing
