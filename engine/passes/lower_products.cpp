#include "engine/passes/lower_products.h"

#include "engine/cpu/vector_table.h"
#include "engine/program/node_check.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace engine {

namespace {

/// With less work a Cast costs more than the product saves.
constexpr std::int64_t minMultiplyAdds = 100'000;
/// A Cast reads each number of the left operand, the product uses it once per column.
constexpr std::int64_t minColumns = 24;

/// Operators whose fast kernels take bfloat16 as they take fp32. All their tensors of floats have
/// one type.
struct BfloatCarrier {
    std::string_view type;
    std::size_t images = 1; ///< number of inputs that are such tensors; 0 = all
    int minVersion = 1;
};
constexpr std::array bfloatCarriers {
    BfloatCarrier { "MaxPool" },
    BfloatCarrier { "Concat", 0, 4 },
    BfloatCarrier { "Transpose" },
    BfloatCarrier { "Reshape", 1, 5 },
    BfloatCarrier { "Flatten" },
    BfloatCarrier { "Squeeze" },
    BfloatCarrier { "Unsqueeze" },
};
/// Operators that make little of much: rounding their input is cheaper than keeping it in fp32.
constexpr std::array<std::string_view, 2> reducers { "GlobalAveragePool", "ReduceMean" };

class ProductLowerer {
public:
    ProductLowerer(Program& program, const PassContext& context, const ProductLowering& lowering)
        : m_program(program)
        , m_facts(context.facts)
        , m_keep(context.request.keep)
        , m_hasCarriers(context.request.optimisation == Optimisation::Full)
        , m_lowering(lowering)
        , m_isProduct(program.ops.size())
        , m_isLow(program.values.size())
        , m_readers(program.values.size())
    {
    }

    LoweredProducts run()
    {
        findProducts();
        if (m_report.products == 0)
            return m_report;
        chooseValues();
        rewriteBlock(BlockId(0u));
        removeUnreadCasts();
        return m_report;
    }

private:
    template <typename Visit>
    void forEachOp(Visit&& visit) const
    {
        for (const auto& block : m_program.blocks) {
            for (const auto id : block.ops) {
                if (!m_program.op(id).isRemoved)
                    visit(id, m_program.op(id));
            }
        }
    }

    bool isFloat(ProgramValueId id) const
    {
        const auto type = id.isValid() ? m_facts.tensorType(id) : std::nullopt;
        return type && type->element == ElementType::Float && type->count() > 0;
    }

    void findProducts()
    {
        forEachOp([this](OpId id, const Op& op) {
            const bool isWanted
                = (m_lowering.only == nullptr
                      || (!op.outputs.empty() && m_lowering.only->contains(op.outputs[0])))
                && (m_lowering.refused == nullptr || !m_lowering.refused->contains(id));
            if (!isWanted || op.outputs.size() != 1 || op.inputs.size() < 2
                || !isFloat(op.inputs[0]) || !isFloat(op.inputs[1]) || !isFloat(op.outputs[0]))
                return;
            if (isConv(op) || isMatrixProduct(op)) {
                m_isProduct[id.value()] = true;
                ++m_report.products;
            }
        });
    }

    static bool isNamed(const Op& op, std::string_view type, std::string_view fusedDomain)
    {
        return (op.node.type == type && op.node.domain.empty())
            || (op.node.type == "Fused" + std::string(type) && op.node.domain == fusedDomain);
    }

    bool isConv(const Op& op) const
    {
        if (!isNamed(op, "Conv", "com.microsoft") || !m_program.isConstant(op.inputs[1]))
            return false;
        const auto weights = m_facts.tensorType(op.inputs[1]);
        const auto output = m_facts.tensorType(op.outputs[0]);
        return weights->dims.size() >= 3 && weights->dims.size() <= 5
            && elementCount(std::array { output->count(), weights->count() / weights->dims[0] })
            >= minMultiplyAdds;
    }

    bool isMatrixProduct(const Op& op) const
    {
        const bool isGemm = isNamed(op, "Gemm", "com.microsoft");
        if (!isGemm && !isNamed(op, "MatMul", passDomain))
            return false;
        const auto a = m_facts.tensorType(op.inputs[0])->dims;
        const auto b = m_facts.tensorType(op.inputs[1])->dims;
        if (a.size() < 2 || b.size() < 2 || (isGemm && op.node.real("alpha", 1.0F) != 1.0F)
            || (isGemm && op.node.real("beta", 1.0F) != 1.0F))
            return false;
        const bool isTurned = isGemm && op.node.flag("transA");
        const auto depth = isTurned ? a[a.size() - 2] : a.back();
        const auto output = m_facts.tensorType(op.outputs[0]);
        const auto columns = output->dims.back();
        const auto rows = b.size() == 2 ? output->count() / columns : output->dims.end()[-2];
        return rows > ProductTable::maxStreamedRows && columns >= minColumns
            && elementCount(std::array { output->count(), depth }) >= minMultiplyAdds;
    }

    const BfloatCarrier* carrierOf(const Op& op) const
    {
        const auto* row = std::ranges::find(bfloatCarriers, op.node.type, &BfloatCarrier::type);
        const bool isIt = row != bfloatCarriers.end() && op.node.domain.empty()
            && op.node.version >= row->minVersion && op.outputs.size() == 1 && op.bodies.empty();
        if (!isIt || !m_hasCarriers)
            return nullptr;
        // The fast pools are those of channels-last images.
        const auto type = m_facts.tensorType(op.inputs[0]);
        const bool isPool = row->type == "MaxPool";
        return isPool && (!type || type->dims.size() < 4 || type->dims.size() > 5) ? nullptr : row;
    }

    static bool isReducer(const Op& op)
    {
        return op.node.domain.empty()
            && std::ranges::find(reducers, op.node.type) != reducers.end();
    }

    /// Number of inputs that have the type of a carrier's output.
    static std::size_t imagesOf(const BfloatCarrier& row, const Op& op)
    {
        return std::min(row.images == 0 ? op.inputs.size() : row.images, op.inputs.size());
    }

    /// Whether a product reads this input as an operand, or adds it.
    bool isOperand(const Op& op, std::size_t input) const
    {
        return input == 0 || (input == 1 && !m_program.isConstant(op.inputs[1]))
            || (input == 3 && op.node.type == "FusedConv");
    }

    /// Begins with all outputs of products and carriers, and drops those that cannot be bfloat16.
    /// Each is dropped once.
    void chooseValues()
    {
        forEachOp([this](OpId id, const Op& op) {
            for (const auto input : op.inputs) {
                if (input.isValid())
                    m_readers[input.value()].push_back(id);
            }
            if ((m_isProduct[id.value()] || carrierOf(op) != nullptr) && isFloat(op.outputs[0]))
                m_isLow[op.outputs[0].value()] = true;
        });
        for (std::size_t i = 0; i < m_program.blocks.size(); ++i) {
            const auto& block = m_program.blocks[i];
            std::ranges::for_each(block.outputs, [this](ProgramValueId id) { drop(id); });
            if (block.owner.isValid())
                std::ranges::for_each(
                    capturesOf(m_program, BlockId(i)), [this](ProgramValueId id) { drop(id); });
        }
        for (std::size_t i = 0; i < m_program.values.size(); ++i) {
            if (std::ranges::find(m_keep, m_program.values[i].name) != m_keep.end())
                drop(ProgramValueId(i));
        }
        forEachOp([this](OpId id, const Op& op) { dropAround(id, op); });
    }

    /// Drops what `op` cannot read as bfloat16.
    void dropAround(OpId id, const Op& op)
    {
        const auto* carrier = m_isProduct[id.value()] ? nullptr : carrierOf(op);
        if (carrier != nullptr) {
            bool areLow = isLow(op.outputs[0]);
            for (std::size_t i = 0; i < imagesOf(*carrier, op); ++i)
                areLow = areLow && isLow(op.inputs[i]);
            if (!areLow)
                drop(op.outputs[0]);
        }
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            const bool isTaken = m_isProduct[id.value()] ? isOperand(op, i)
                : carrier != nullptr ? isLow(op.outputs[0]) && i < imagesOf(*carrier, op)
                                     : isReducer(op) && i == 0;
            if (!isTaken)
                drop(op.inputs[i]);
        }
    }

    bool isLow(ProgramValueId id) const { return id.isValid() && m_isLow[id.value()]; }

    void drop(ProgramValueId dropped)
    {
        std::vector<ProgramValueId> open { dropped };
        const auto dropOne = [&](ProgramValueId id) {
            if (!isLow(id))
                return;
            m_isLow[id.value()] = false;
            open.push_back(id);
        };
        if (!isLow(dropped))
            return;
        m_isLow[dropped.value()] = false;
        const auto dropCarrier = [&](OpId id) {
            const auto& op = m_program.op(id);
            const auto* carrier = m_isProduct[id.value()] ? nullptr : carrierOf(op);
            if (carrier == nullptr)
                return;
            dropOne(op.outputs[0]);
            for (std::size_t i = 0; i < imagesOf(*carrier, op); ++i)
                dropOne(op.inputs[i]);
        };
        while (!open.empty()) {
            const auto id = open.back();
            open.pop_back();
            if (m_program.value(id).producer.isValid())
                dropCarrier(m_program.value(id).producer);
            for (const auto reader : m_readers[id.value()])
                dropCarrier(reader);
        }
    }

    /// Recursion is bounded by maxBodyDepth (program_builder.h). No reference into the program's
    /// tables is kept: adding a Cast moves them.
    void rewriteBlock(BlockId block)
    {
        const auto outerBlock = std::exchange(m_block, block);
        const auto outerCasts = m_casts;
        auto outerOps = std::exchange(m_ops, {});
        const auto ops = m_program.block(block).ops;
        for (const auto id : ops) {
            if (!m_program.op(id).isRemoved)
                rewrite(id);
            m_ops.push_back(id);
        }
        m_program.block(block).ops = std::exchange(m_ops, std::move(outerOps));
        m_casts = outerCasts;
        m_block = outerBlock;
    }

    void rewrite(OpId id)
    {
        const bool isProduct = m_isProduct[id.value()];
        if (isProduct || isReducer(m_program.op(id))) {
            auto inputs = m_program.op(id).inputs;
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                if (!isProduct && isLow(inputs[i]))
                    inputs[i] = castOf(inputs[i], ElementType::Float);
                else if (isProduct && i < 2 && isOperand(m_program.op(id), i) && !isLow(inputs[i]))
                    inputs[i] = castOf(inputs[i], ElementType::Bfloat16);
            }
            m_program.op(id).inputs = std::move(inputs);
        }
        if (isProduct) {
            auto& op = m_program.op(id);
            const auto result = isLow(op.outputs[0]) ? ElementType::Bfloat16 : ElementType::Float;
            op.node.domain = passDomain;
            op.node.attributes.push_back(attributeOf("result", static_cast<std::int64_t>(result)));
        }
        const auto bodies = m_program.op(id).bodies;
        for (const auto& body : bodies)
            rewriteBlock(body.block);
    }

    /// Returns the value of this type of which a Cast makes `id`; invalid if there is none.
    ProgramValueId castSource(ProgramValueId id, ElementType element) const
    {
        const auto producer = m_program.value(id).producer;
        if (!producer.isValid())
            return {};
        const auto& op = m_program.op(producer);
        const bool isCast = op.node.type == "Cast" && op.node.domain.empty();
        const auto type = isCast ? m_facts.tensorType(op.inputs[0]) : std::nullopt;
        return type && type->element == element ? op.inputs[0] : ProgramValueId();
    }

    /// Removes the Casts of passes that no operator reads any more.
    void removeUnreadCasts()
    {
        const auto uses = countUses(m_program);
        for (auto& block : m_program.blocks) {
            std::erase_if(block.ops, [&](OpId id) {
                auto& op = m_program.op(id);
                if (op.node.type != "Cast" || !op.origins.empty()
                    || uses[op.outputs[0].value()] > 0)
                    return false;
                op.isRemoved = true;
                return true;
            });
        }
    }

    /// Returns the value in the other type. A Cast before its first reader in a block makes it.
    ProgramValueId castOf(ProgramValueId id, ElementType element)
    {
        if (const auto found = m_casts.find(id); found != m_casts.end())
            return found->second;
        if (const auto source = castSource(id, element); source.isValid())
            return source;
        auto value = m_program.value(id);
        value.producer = {};
        value.declared = {};
        value.constant.reset();
        const auto twin = m_program.addValue(std::move(value));
        m_casts.emplace(id, twin);
        m_ops.push_back(m_program.addOp(castOperator(m_program, id, twin, element, m_block)));
        ++m_report.casts;
        return twin;
    }

    Program& m_program;
    const Facts& m_facts;
    const std::vector<std::string>& m_keep;
    bool m_hasCarriers;
    const ProductLowering& m_lowering;
    std::vector<bool> m_isProduct; ///< by operator
    std::vector<bool> m_isLow; ///< by value: it is bfloat16 in memory
    std::vector<std::vector<OpId>> m_readers;
    std::unordered_map<ProgramValueId, ProgramValueId> m_casts; ///< in this block or around it
    BlockId m_block;
    std::vector<OpId> m_ops; ///< of the block
    LoweredProducts m_report;
};

} // namespace

LoweredProducts lowerProducts(
    Program& program, const PassContext& context, const ProductLowering& lowering)
{
    return lowering.isOn ? ProductLowerer(program, context, lowering).run() : LoweredProducts {};
}

bool hasLoweredProducts(const Program& program)
{
    return std::ranges::any_of(program.ops, [](const Op& op) {
        return !op.isRemoved && op.node.domain == passDomain && op.node.has("result");
    });
}

} // namespace engine
