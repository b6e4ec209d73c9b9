#include "engine/cuda/chain_source.h"

#include "engine/kernel/elementwise_functions.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>

namespace engine::cuda {

using support::fail;
using support::Result;

namespace {

constexpr std::int64_t maxIndices32 = 0x7fffffff;
constexpr std::int64_t maxBlocks = 1 << 20;
constexpr int vectorBytes = 16;

enum class Walk { Dense, Uniform, Row, Column };

/// Returns the C++ name of an element type; empty if it is not fused. A bool is a byte of 0 or 1.
std::string_view cppType(ElementType element)
{
    struct Row {
        ElementType element;
        std::string_view name;
    };
    static constexpr std::array rows {
        Row { ElementType::Float, "float" },
        Row { ElementType::Double, "double" },
        Row { ElementType::Float16, "Float16" },
        Row { ElementType::Bfloat16, "Bfloat16" },
        Row { ElementType::Int64, "std::int64_t" },
        Row { ElementType::Int32, "std::int32_t" },
        Row { ElementType::Int16, "std::int16_t" },
        Row { ElementType::Int8, "std::int8_t" },
        Row { ElementType::Uint64, "std::uint64_t" },
        Row { ElementType::Uint32, "std::uint32_t" },
        Row { ElementType::Uint16, "std::uint16_t" },
        Row { ElementType::Uint8, "std::uint8_t" },
        Row { ElementType::Bool, "bool" },
    };
    const auto* const row = std::ranges::find(rows, element, &Row::element);
    return row == rows.end() ? std::string_view() : row->name;
}

/// The output's axes, folded where possible, and how each input is read along them.
struct Geometry {
    Dims dims;
    std::vector<Dims> strides; ///< by input
    std::vector<Walk> walks; ///< by input
    bool hasAxes = false; ///< some input is Row or Column
    bool isShort = true; ///< 32 bits are enough for an index
    int width = 1;
};

Walk walkOf(const Dims& strides, const Dims& dense)
{
    if (std::ranges::all_of(strides, [](std::int64_t stride) { return stride == 0; }))
        return Walk::Uniform;
    if (strides == dense)
        return Walk::Dense;
    return strides.back() == 0 ? Walk::Column : Walk::Row;
}

/// Bytes of the widest element that is loaded or stored `width` at a time.
std::size_t widestBytes(const ElementwiseChain& chain, const Geometry& geometry)
{
    auto bytes = elementBytes(chain.output.element);
    for (std::size_t i = 0; i < chain.inputs.size(); ++i) {
        if (geometry.walks[i] == Walk::Dense || geometry.walks[i] == Walk::Row)
            bytes = std::max(bytes, elementBytes(chain.inputs[i].element));
    }
    return bytes;
}

Result<Geometry> geometryOf(const ElementwiseChain& chain)
{
    Geometry geometry;
    geometry.dims = chain.output.dims;
    for (const auto& input : chain.inputs)
        geometry.strides.push_back(broadcastStrides(input.dims, chain.output.dims));
    foldStrides(geometry.dims, geometry.strides);
    if (geometry.dims.size() > ChainArguments::maxAxes)
        return fail("inputs are stretched along ", geometry.dims.size(), " axes, at most ",
            ChainArguments::maxAxes, " are fused");
    const auto dense = denseStrides(geometry.dims);
    for (const auto& strides : geometry.strides) {
        geometry.walks.push_back(walkOf(strides, dense));
        geometry.hasAxes = geometry.hasAxes || geometry.walks.back() == Walk::Row
            || geometry.walks.back() == Walk::Column;
    }
    geometry.isShort = chain.output.count() <= maxIndices32;
    geometry.width = vectorBytes / static_cast<int>(widestBytes(chain, geometry));
    while (geometry.hasAxes && geometry.dims.back() % geometry.width != 0)
        geometry.width /= 2;
    return geometry;
}

class Writer {
public:
    Writer(const ElementwiseChain& chain, const Geometry& geometry)
        : m_chain(chain)
        , m_geometry(geometry)
    {
    }

    std::string text()
    {
        m_text = "#include \"engine/cuda/rtc/chain.h\"\n\n"
                 "using namespace engine;\nusing namespace engine::cuda;\n"
                 "using namespace engine::functors;\n\n"
                 "extern \"C\" __global__ void __launch_bounds__("
            + std::to_string(chainThreads) + ")\n" + chainFunction
            + "(const ChainArguments arguments)\n{\n";
        line(1, "using Index = ", m_geometry.isShort ? "unsigned int" : "unsigned long long", ";");
        line(1, "constexpr int width = ", m_geometry.width, ";");
        line(1, "const bool isWide = arguments.isWide != 0;");
        line(1, "const auto count = static_cast<Index>(arguments.count);");
        writeUniforms();
        line(1, "const auto step = static_cast<Index>(gridDim.x) * ", chainThreads, " * width;");
        line(1, "for (Index i = (static_cast<Index>(blockIdx.x) * ", chainThreads,
            " + threadIdx.x) * width; i < count; i += step) {");
        line(2, "const Index n = count - i < width ? count - i : width;");
        writeOffsets();
        writeLoads();
        line(2, "Pack<", cppType(m_chain.output.element), ", width> y;");
        line(0, "#pragma unroll");
        line(2, "for (int k = 0; k < width; ++k) {");
        writeTerms();
        line(2, "}");
        line(2, "store(arguments.output, i, n, isWide, y);");
        line(1, "}");
        line(0, "}");
        return std::move(m_text);
    }

private:
    template <typename... Parts>
    void line(int depth, const Parts&... parts)
    {
        m_text.append(static_cast<std::size_t>(depth) * 4, ' ');
        (append(parts), ...);
        m_text += '\n';
    }
    void append(std::string_view text) { m_text += text; }
    void append(std::integral auto number) { m_text += std::to_string(number); }

    std::string_view typeOf(std::size_t input) const
    {
        return cppType(m_chain.inputs[input].element);
    }

    void writeUniforms()
    {
        for (std::size_t i = 0; i < m_chain.inputs.size(); ++i) {
            if (m_geometry.walks[i] == Walk::Uniform)
                line(1, "const auto x", i, " = loadOne<", typeOf(i), ">(arguments.inputs[", i,
                    "], 0);");
        }
        for (std::size_t i = 0; i < m_chain.constants.size(); ++i) {
            const auto& constant = m_chain.constants[i];
            line(1, "const auto c", i, " = constantOf<", cppType(constant.element), ">(",
                hex(constant.bits), "ull);");
        }
    }

    static std::string hex(std::uint64_t bits)
    {
        std::array<char, 24> text {};
        std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(bits));
        return text.data();
    }

    bool walksAxes(std::size_t input) const
    {
        return m_geometry.walks[input] == Walk::Row || m_geometry.walks[input] == Walk::Column;
    }

    void writeOffsets()
    {
        if (!m_geometry.hasAxes)
            return;
        for (std::size_t i = 0; i < m_chain.inputs.size(); ++i) {
            if (walksAxes(i))
                line(2, "Index at", i, " = 0;");
        }
        line(2, "Index rest = i;");
        line(2, "Index position = 0;");
        for (auto axis = m_geometry.dims.size(); axis-- > 0;) {
            if (axis > 0)
                line(2, "rest = above(arguments, ", axis, ", rest, position);");
            else
                line(2, "position = rest;");
            for (std::size_t i = 0; i < m_chain.inputs.size(); ++i) {
                if (walksAxes(i) && m_geometry.strides[i][axis] != 0)
                    line(2, "at", i, " += position * static_cast<Index>(arguments.strides[", i,
                        "][", axis, "]);");
            }
        }
    }

    void writeLoads()
    {
        for (std::size_t i = 0; i < m_chain.inputs.size(); ++i) {
            const auto walk = m_geometry.walks[i];
            const auto at = walk == Walk::Dense ? std::string("i") : "at" + std::to_string(i);
            if (walk == Walk::Column)
                line(2, "const auto x", i, " = loadOne<", typeOf(i), ">(arguments.inputs[", i,
                    "], static_cast<long long>(", at, "));");
            else if (walk != Walk::Uniform)
                line(2, "const auto p", i, " = load<", typeOf(i), ", width>(arguments.inputs[", i,
                    "], ", at, ", n, isWide);");
        }
    }

    void writeTerms()
    {
        for (std::size_t i = 0; i < m_chain.inputs.size(); ++i) {
            if (m_geometry.walks[i] == Walk::Dense || m_geometry.walks[i] == Walk::Row)
                line(3, "const auto x", i, " = widen(p", i, ".v[k]);");
        }
        for (std::size_t t = 0; t < m_chain.terms.size(); ++t) {
            const auto& term = m_chain.terms[t];
            line(3, "const auto t", t, " = rounded<", cppType(term.element), ">(", expression(term),
                ");");
        }
        line(3, "y.v[k] = static_cast<", cppType(m_chain.output.element), ">(t",
            m_chain.terms.size() - 1, ");");
    }

    static std::string nameOf(ChainOperand operand)
    {
        static constexpr std::string_view letters = "xtc";
        return letters[static_cast<std::size_t>(operand.kind)] + std::to_string(operand.number);
    }

    std::string expression(const ChainTerm& term) const
    {
        const auto& function = *functionNamed(term.function);
        const auto name = std::string(function.name);
        const auto operand = [&](std::size_t i) { return nameOf(term.operands[i]); };
        const auto type = std::string(cppType(term.element));
        switch (function.form) {
        case FunctionForm::Call:
            return call(term);
        case FunctionForm::Join:
            return joined(term, name);
        case FunctionForm::Mean:
            return joined(term, "Plus") + " / static_cast<Arithmetic<" + type + ">>("
                + std::to_string(term.operands.size()) + ")";
        case FunctionForm::Convert:
            return "convert<" + type + ">(" + operand(0) + ")";
        case FunctionForm::Choose:
            return operand(0) + " ? " + operand(1) + " : " + operand(2);
        case FunctionForm::Power:
            return name + " {}(" + operand(0) + ", " + operand(1) + ")";
        }
        return {};
    }

    /// Writes a call such as `LeakyRelu { p }(x)`. The limits of an old Clip are floats whatever
    /// the type of its input, so operands are cast to the first one's type.
    std::string call(const ChainTerm& term) const
    {
        auto text = term.function + " {";
        for (std::size_t i = 0; i < term.parameters.size(); ++i)
            text += (i == 0 ? " " : ", ")
                + ("constantOf<float>(" + hex(std::bit_cast<std::uint32_t>(term.parameters[i])))
                + "u)";
        text += term.parameters.empty() ? "}(" : " }(";
        for (std::size_t i = 0; i < term.operands.size(); ++i) {
            const bool isOther
                = m_chain.elementOf(term.operands[i]) != m_chain.elementOf(term.operands[0]);
            text += (i == 0 ? "" : ", ")
                + (isOther ? "static_cast<decltype(" + nameOf(term.operands[0]) + ")>("
                            + nameOf(term.operands[i]) + ")"
                           : nameOf(term.operands[i]));
        }
        return text + ")";
    }

    static std::string joined(const ChainTerm& term, const std::string& name)
    {
        auto text = nameOf(term.operands[0]);
        for (std::size_t i = 1; i < term.operands.size(); ++i)
            text = name + " {}(" + text + ", " + nameOf(term.operands[i]) + ")";
        return text;
    }

    const ElementwiseChain& m_chain;
    const Geometry& m_geometry;
    std::string m_text;
};

ChainArguments argumentsOf(const ElementwiseChain& chain, const Geometry& geometry)
{
    ChainArguments arguments {};
    arguments.count = chain.output.count();
    for (std::size_t d = 0; d < geometry.dims.size(); ++d) {
        arguments.sizes[d] = geometry.dims[d];
        if (geometry.isShort)
            arguments.dividers[d] = dividerOf(static_cast<std::uint32_t>(geometry.dims[d]));
        for (std::size_t i = 0; i < geometry.strides.size(); ++i)
            arguments.strides[i][d] = geometry.strides[i][d];
    }
    return arguments;
}

Result<void> checkElements(const ElementwiseChain& chain)
{
    const auto check = [](ElementType element) -> Result<void> {
        if (cppType(element).empty())
            return fail("element type ", model::name(element), " is not fused");
        return {};
    };
    for (const auto& term : chain.terms)
        TRY(check(term.element));
    for (const auto& input : chain.inputs)
        TRY(check(input.element));
    for (const auto& constant : chain.constants)
        TRY(check(constant.element));
    return {};
}

} // namespace

Result<ChainKernel> chainKernel(const ElementwiseChain& chain)
{
    if (chain.inputs.size() > ChainArguments::maxInputs)
        return fail("reads ", chain.inputs.size(), " inputs, at most ", ChainArguments::maxInputs,
            " are fused");
    if (chain.output.count() <= 0)
        return fail("makes no elements");
    TRY(checkElements(chain));
    const auto geometry = TRY(geometryOf(chain));
    ChainKernel kernel;
    kernel.source = Writer(chain, geometry).text();
    kernel.width = geometry.width;
    kernel.arguments = argumentsOf(chain, geometry);
    const auto perBlock = static_cast<std::int64_t>(chainThreads) * geometry.width;
    kernel.blocks = static_cast<unsigned>(
        std::min((chain.output.count() + perBlock - 1) / perBlock, maxBlocks));
    return kernel;
}

ChainDivider dividerOf(std::uint32_t size)
{
    const auto shift = static_cast<unsigned>(std::bit_width(size - 1));
    const auto two = std::uint64_t(1) << 32;
    const auto multiplier = two * ((std::uint64_t(1) << shift) - size) / size + 1;
    return { size, static_cast<unsigned>(multiplier), shift };
}

} // namespace engine::cuda
