#include "model/npy.h"

#include "model/decode.h"
#include "model/dimension.h"
#include "model/support/atomic_file.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

namespace model {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;
using support::trimmed;

constexpr std::string_view magic = "\x93NUMPY";

struct NpyType {
    char code; ///< NumPy's kind character: f i u b c
    std::uint64_t bytes;
    ElementType element;
};
constexpr std::array npyTypes { NpyType { 'f', 2, ElementType::Float16 },
    NpyType { 'f', 4, ElementType::Float }, NpyType { 'f', 8, ElementType::Double },
    NpyType { 'i', 1, ElementType::Int8 }, NpyType { 'i', 2, ElementType::Int16 },
    NpyType { 'i', 4, ElementType::Int32 }, NpyType { 'i', 8, ElementType::Int64 },
    NpyType { 'u', 1, ElementType::Uint8 }, NpyType { 'u', 2, ElementType::Uint16 },
    NpyType { 'u', 4, ElementType::Uint32 }, NpyType { 'u', 8, ElementType::Uint64 },
    NpyType { 'b', 1, ElementType::Bool }, NpyType { 'c', 8, ElementType::Complex64 },
    NpyType { 'c', 16, ElementType::Complex128 } };

struct Header {
    std::string descr; ///< `<f4`
    bool isFortran = false;
    std::vector<std::int64_t> dims;
    std::span<const std::byte> data;
};

/// Returns the text after `'key':` in the header, which is a Python dictionary literal.
std::optional<std::string_view> valueOf(std::string_view dictionary, std::string_view key)
{
    for (const char quote : { '\'', '"' }) {
        const auto at = dictionary.find(quote + std::string(key) + quote);
        if (at == std::string_view::npos)
            continue;
        const auto colon = dictionary.find(':', at);
        if (colon != std::string_view::npos)
            return trimmed(dictionary.substr(colon + 1));
    }
    return std::nullopt;
}

Result<std::vector<std::int64_t>> parseShape(std::string_view text)
{
    const auto end = text.find(')');
    if (!text.starts_with('(') || end == std::string_view::npos)
        return failAs(ErrorKind::File, "the header's shape is not a tuple");
    auto rest = text.substr(1, end - 1);
    std::vector<std::int64_t> dims;
    while (!trimmed(rest).empty()) {
        const auto comma = std::min(rest.find(','), rest.size());
        const auto number = trimmed(rest.substr(0, comma));
        std::int64_t dim = -1;
        const auto result = std::from_chars(number.data(), number.data() + number.size(), dim);
        if (result.ec != std::errc() || dim < 0)
            return failAs(ErrorKind::File, "the header's shape has ", support::quote(number),
                ", expected a size");
        dims.push_back(dim);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return dims;
}

Result<Header> parseHeader(std::span<const std::byte> bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!text.starts_with(magic) || text.size() < 10)
        return failAs(ErrorKind::File, "not a .npy file");
    const auto byteAt = [&](std::size_t i) { return std::to_integer<std::size_t>(bytes[i]); };
    const auto version = byteAt(6);
    if (version < 1 || version > 3)
        return failAs(
            ErrorKind::File, "version ", version, " of .npy is not known, expected 1 to 3");
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    if (text.size() < 8 + lengthBytes)
        return failAs(ErrorKind::File, "the file is cut off in its header");
    std::size_t length = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i)
        length |= byteAt(8 + i) << (8 * i);
    const auto begin = 8 + lengthBytes;
    if (length > text.size() - begin)
        return failAs(ErrorKind::File, "the file is cut off in its header");
    const auto dictionary = text.substr(begin, length);
    const auto descr = valueOf(dictionary, "descr");
    const auto order = valueOf(dictionary, "fortran_order");
    const auto shape = valueOf(dictionary, "shape");
    if (!descr || !order || !shape || descr->size() < 2)
        return failAs(ErrorKind::File, "the header lacks descr, fortran_order or shape");
    Header header;
    header.descr = std::string(descr->substr(1, descr->find(descr->front(), 1) - 1));
    if (descr->front() != '\'' && descr->front() != '"')
        return failAs(
            ErrorKind::Unsupported, "structured arrays are not supported, expected one plain type");
    header.isFortran = order->starts_with("True");
    header.dims = TRY(parseShape(*shape));
    header.data = bytes.subspan(begin + length);
    return header;
}

struct Layout {
    char order = '<';
    char code = 0;
    std::uint64_t bytes = 0; ///< of one element
};

Result<Layout> parseDescr(const std::string& descr)
{
    Layout layout;
    std::string_view text = descr;
    if (!text.empty() && std::string_view("<>|=").find(text.front()) != std::string_view::npos) {
        layout.order = text.front();
        text.remove_prefix(1);
    }
    if (text.empty())
        return failAs(ErrorKind::File, "type ", support::quote(descr), " is not known");
    layout.code = text.front();
    text.remove_prefix(1);
    const auto number = std::from_chars(text.data(), text.data() + text.size(), layout.bytes);
    const std::uint64_t unit = layout.code == 'U' ? 4 : 1;
    if (number.ec == std::errc::result_out_of_range
        || layout.bytes > std::numeric_limits<std::uint64_t>::max() / unit)
        return failAs(
            ErrorKind::File, "type ", support::quote(descr), " has elements of 2^64 bytes or more");
    layout.bytes *= unit;
    if (layout.code == '?')
        layout = { '|', 'b', 1 };
    if (layout.code == 'O')
        return failAs(
            ErrorKind::Unsupported, "the array holds pickled Python objects, which are not read");
    return layout;
}

Result<ElementType> elementOf(
    const Layout& layout, const std::string& descr, std::optional<ElementType> wanted)
{
    if (layout.code == 'U' || layout.code == 'S')
        return ElementType::String;
    const auto found = std::ranges::find_if(npyTypes, [&](const NpyType& type) {
        return type.code == layout.code && type.bytes == layout.bytes;
    });
    if (found != npyTypes.end())
        return found->element;
    const bool isRaw = layout.code == 'V' && wanted && layout.bytes > 0
        && layout.bytes == traits(*wanted).bits / 8 && traits(*wanted).bits % 8 == 0;
    if (isRaw)
        return *wanted;
    return failAs(ErrorKind::Unsupported, "type ", support::quote(descr), " has no ONNX type",
        layout.code == 'V' && !wanted ? " unless it is said what it holds" : "");
}

/// Converts Fortran order, in which the first index changes fastest, to row-major order.
std::vector<std::byte> rowMajor(
    std::span<const std::byte> data, const std::vector<std::int64_t>& dims, std::size_t width)
{
    std::vector<std::byte> out(data.size());
    std::vector<std::size_t> strides(dims.size(), width);
    for (std::size_t axis = 1; axis < dims.size(); ++axis)
        strides[axis] = strides[axis - 1] * static_cast<std::size_t>(dims[axis - 1]);
    std::vector<std::int64_t> index(dims.size(), 0);
    std::size_t from = 0;
    for (std::size_t to = 0; to < out.size(); to += width) {
        std::memcpy(out.data() + to, data.data() + from, width);
        for (std::size_t axis = dims.size(); axis-- > 0;) {
            from += strides[axis];
            if (++index[axis] < dims[axis])
                break;
            from -= strides[axis] * static_cast<std::size_t>(dims[axis]);
            index[axis] = 0;
        }
    }
    return out;
}

void swapBytes(std::span<std::byte> data, std::size_t width)
{
    if (width < 2)
        return;
    for (std::size_t at = 0; at + width <= data.size(); at += width)
        std::reverse(data.begin() + static_cast<std::ptrdiff_t>(at),
            data.begin() + static_cast<std::ptrdiff_t>(at + width));
}

std::string textOf(std::span<const std::byte> cell, bool isUtf32)
{
    std::string text;
    if (!isUtf32) {
        text.assign(reinterpret_cast<const char*>(cell.data()), cell.size());
        return text.substr(0, text.find_last_not_of('\0') + 1);
    }
    for (std::size_t at = 0; at + 4 <= cell.size(); at += 4) {
        std::uint32_t codePoint = 0;
        std::memcpy(&codePoint, cell.data() + at, 4);
        if (codePoint != 0)
            support::appendUtf8(text, codePoint <= 0x10FFFF ? codePoint : 0xFFFD);
    }
    return text;
}

std::u32string codePointsOf(std::string_view text)
{
    std::u32string points;
    for (; !text.empty();) {
        const auto point = support::firstCodePoint(text);
        points += point.value;
        text.remove_prefix(point.bytes);
    }
    return points;
}

std::string headerText(std::string_view descr, const std::vector<std::int64_t>& dims)
{
    std::string shape;
    for (const auto dim : dims)
        shape += std::to_string(dim) + ", ";
    if (dims.size() != 1 && !shape.empty())
        shape.resize(shape.size() - 2);
    std::string dictionary = "{'descr': '" + std::string(descr)
        + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    // NumPy aligns the data at 64 bytes and ends the header with a line break.
    const auto used = magic.size() + 4 + dictionary.size() + 1;
    dictionary += std::string((64 - used % 64) % 64, ' ') + "\n";
    std::string out(magic);
    out += '\1';
    out += '\0';
    out += static_cast<char>(dictionary.size() & 0xFF);
    out += static_cast<char>(dictionary.size() >> 8);
    return out + dictionary;
}

std::string encodeStrings(const DataTensor& tensor)
{
    std::vector<std::u32string> cells;
    std::size_t width = 1;
    for (const auto& text : tensor.strings) {
        cells.push_back(codePointsOf(text));
        width = std::max(width, cells.back().size());
    }
    auto out = headerText("<U" + std::to_string(width), tensor.dims);
    for (auto& cell : cells) {
        cell.resize(width, U'\0');
        out.append(reinterpret_cast<const char*>(cell.data()), width * 4);
    }
    return out;
}

} // namespace

Result<DataTensor> parseNpy(std::span<const std::byte> bytes, std::optional<ElementType> wanted)
{
    const auto header = TRY(parseHeader(bytes));
    const auto layout = TRY(parseDescr(header.descr));
    DataTensor tensor;
    tensor.element = TRY(elementOf(layout, header.descr, wanted));
    tensor.dims = header.dims;
    const auto count = elementCount(header.dims);
    const auto available = header.data.size();
    if (!count || (layout.bytes != 0 && *count > available / layout.bytes))
        return failAs(ErrorKind::File, "the header asks for ", shapeText(shapeOf(header.dims)),
            " elements of ", layout.bytes, " bytes, but ", available, " bytes follow");
    const auto width = static_cast<std::size_t>(layout.bytes);
    const auto data = header.data.first(static_cast<std::size_t>(*count) * width);
    if (width == 0 && *count > available + 1)
        return failAs(
            ErrorKind::File, "the header asks for more empty strings than the file has bytes");
    tensor.bytes = header.isFortran && width > 0 ? rowMajor(data, header.dims, width)
                                                 : std::vector<std::byte>(data.begin(), data.end());
    const bool isUtf32 = layout.code == 'U';
    if (layout.order == '>')
        swapBytes(tensor.bytes,
            isUtf32                  ? 4
                : layout.code == 'c' ? width / 2
                : layout.code == 'S' ? 1
                                     : width);
    if (tensor.element != ElementType::String)
        return tensor;
    for (std::size_t i = 0; i < *count; ++i)
        tensor.strings.push_back(
            textOf(std::span(tensor.bytes).subspan(i * width, width), isUtf32));
    tensor.bytes.clear();
    return tensor;
}

Result<DataTensor> readNpy(const std::filesystem::path& path, std::optional<ElementType> wanted)
{
    const auto file = TRY(support::MappedFile::open(path));
    return parseNpy(file->bytes(), wanted).within(support::sanitise(path.string()));
}

Result<std::string> encodeNpy(const DataTensor& tensor)
{
    if (tensor.element == ElementType::String)
        return encodeStrings(tensor);
    const auto element = widened(tensor.element);
    const auto found = std::ranges::find(npyTypes, element, &NpyType::element);
    const auto count = elementCount(tensor.dims);
    if (found == npyTypes.end() || !count)
        return failAs(
            ErrorKind::Unsupported, "type ", name(tensor.element), " cannot be written as .npy");
    if (packedBytes(tensor.element, *count) != tensor.bytes.size())
        return support::fail("the tensor has ", tensor.bytes.size(),
            " bytes, which does not fit its type and dimensions");
    const auto prefix = found->bytes == 1 ? "|" : "<";
    auto out = headerText(
        prefix + std::string(1, found->code) + std::to_string(found->bytes), tensor.dims);
    const auto data = widen(tensor.element, tensor.bytes, *count);
    out.append(reinterpret_cast<const char*>(data.data()), data.size());
    return out;
}

Result<void> writeNpy(const std::filesystem::path& path, const DataTensor& tensor)
{
    const auto content = TRY(encodeNpy(tensor));
    return support::writeFile(path, content);
}

} // namespace model
