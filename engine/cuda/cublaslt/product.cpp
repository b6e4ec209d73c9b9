#include "engine/cuda/cublaslt/product.h"

#include "engine/cuda/device_libraries.h"
#include "engine/plan/setting_names.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace engine::cuda::cublaslt {

namespace {

constexpr int maxProposals = static_cast<int>(maxTuned);

struct ElementRow {
    ElementType element;
    DataType type;
    DataType scale;
    Compute compute;
};
/// Library types per element type. fp16 and bfloat16 are summed in fp32.
constexpr std::array elementRows {
    ElementRow { ElementType::Float, DataType::F32, DataType::F32, Compute::F32 },
    ElementRow { ElementType::Double, DataType::F64, DataType::F64, Compute::F64 },
    ElementRow { ElementType::Float16, DataType::F16, DataType::F32, Compute::F32 },
    ElementRow { ElementType::Bfloat16, DataType::Bf16, DataType::F32, Compute::F32 },
    ElementRow { ElementType::Int8, DataType::I8, DataType::I32, Compute::I32 },
};

const ElementRow* rowOf(ElementType element)
{
    const auto row = std::ranges::find(elementRows, element, &ElementRow::element);
    return row != elementRows.end() ? &*row : nullptr;
}

/// The library computes fp32 in fp32 unless TF32 is requested, so Float32Strict needs no setting.
Compute computeOf(const ElementRow& row, Precision precision)
{
    if (row.element != ElementType::Float)
        return row.compute;
    return precision == Precision::Tf32 ? Compute::F32FastTf32 : row.compute;
}

DataType typeOf(ElementType element)
{
    return element == ElementType::Int32 ? DataType::I32 : rowOf(element)->type;
}

/// A factor (alpha or beta) in the type of the sums.
union Scale {
    float single;
    double wide;
    std::int32_t integer;
};
Scale scaleOf(DataType type, double value)
{
    Scale scale {};
    if (type == DataType::F64)
        scale.wide = value;
    else if (type == DataType::I32)
        scale.integer = static_cast<std::int32_t>(value);
    else
        scale.single = static_cast<float>(value);
    return scale;
}

std::string_view epilogueName(Epilogue epilogue)
{
    switch (epilogue) {
    case Epilogue::None:
        return "none";
    case Epilogue::Bias:
        return "bias";
    case Epilogue::Gelu:
        return "gelu";
    case Epilogue::GeluBias:
        return "bias, gelu";
    }
    return "unknown";
}

} // namespace

ElementType resultOf(ElementType element)
{
    return element == ElementType::Int8 ? ElementType::Int32 : element;
}

bool hasBias(Epilogue epilogue)
{
    return (static_cast<std::uint32_t>(epilogue) & static_cast<std::uint32_t>(Epilogue::Bias)) != 0;
}

Result<PreparedProduct::Operands> noiseFor(TuneMemory& memory, const Product& product)
{
    const auto& p = product;
    const auto elements = [&](std::int64_t one, std::int64_t stride) {
        return static_cast<std::uint64_t>(one + stride * (p.batches - 1));
    };
    PreparedProduct::Operands operands;
    operands.a = TRY(memory.operand(p.element, elements(p.m * p.k, p.strideA)));
    operands.b = TRY(memory.operand(p.element, elements(p.k * p.n, p.strideB)));
    const auto results = elements(p.m * p.n, p.strideY);
    if (p.beta != 0)
        operands.c = TRY(memory.operand(resultOf(p.element), results));
    if (hasBias(p.epilogue))
        operands.bias = TRY(memory.operand(resultOf(p.element), static_cast<std::uint64_t>(p.n)));
    operands.y = TRY(memory.operand(resultOf(p.element), results));
    return operands;
}

PreparedProduct::PreparedProduct(ModuleBackend& device, Library& library, const Product& product)
    : m_device(device)
    , m_library(library)
    , m_product(product)
{
}

PreparedProduct::~PreparedProduct()
{
    const auto& table = m_library.table();
    for (auto* const each : { m_left, m_right, m_result }) {
        if (each != nullptr)
            table.matrixLayoutDestroy(each);
    }
    if (m_desc != nullptr)
        table.matmulDescDestroy(m_desc);
}

Result<std::unique_ptr<PreparedProduct>> PreparedProduct::prepare(
    ModuleBackend& device, const Product& product, Precision precision)
{
    if (rowOf(product.element) == nullptr)
        return fail("cuBLASLt takes fp32, fp64, fp16, bfloat16 and int8, not ",
            model::name(product.element));
    if (product.m <= 0 || product.n <= 0 || product.k <= 0 || product.batches <= 0)
        return fail("nothing to multiply");
    auto* const library = TRY(device.libraries().cublasLt());
    std::unique_ptr<PreparedProduct> prepared(new PreparedProduct(device, *library, product));
    TRY(prepared->describe(precision));
    TRY(prepared->choose(precision));
    return prepared;
}

Result<void> PreparedProduct::layout(MatrixLayout& layout, ElementType element, std::int64_t rows,
    std::int64_t columns, std::int64_t stride)
{
    const auto& table = m_library.table();
    TRY(check(table.matrixLayoutCreate(&layout, typeOf(element), static_cast<std::uint64_t>(rows),
                  static_cast<std::uint64_t>(columns), rows),
        "the layout of a matrix"));
    if (m_product.batches == 1)
        return {};
    const auto count = static_cast<std::int32_t>(m_product.batches);
    TRY(check(
        table.matrixLayoutSetAttribute(layout, LayoutAttribute::BatchCount, &count, sizeof count),
        "a count of matrices"));
    return check(table.matrixLayoutSetAttribute(
                     layout, LayoutAttribute::BatchStride, &stride, sizeof stride),
        "a stride between matrices");
}

Result<void> PreparedProduct::describe(Precision precision)
{
    const auto& table = m_library.table();
    const auto& row = *rowOf(m_product.element);
    const auto& p = m_product;
    TRY(check(table.matmulDescCreate(&m_desc, computeOf(row, precision), row.scale), "a product"));
    const auto set = [&](DescAttribute attribute, const auto& value) {
        return check(table.matmulDescSetAttribute(m_desc, attribute, &value, sizeof value),
            "an attribute of a product");
    };
    const auto turned = [](bool turns) { return turns ? Operation::Transpose : Operation::None; };
    TRY(set(DescAttribute::TransposeA, turned(p.turnsB)));
    TRY(set(DescAttribute::TransposeB, turned(p.transposesA)));
    TRY(set(DescAttribute::Epilogue, p.epilogue));
    if (hasBias(p.epilogue)) {
        // Selecting an algorithm only checks the alignment of this pointer; run() sets the real
        // one.
        const auto* const aligned
            = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(p.alignment));
        TRY(set(DescAttribute::BiasPointer, aligned));
    }
    TRY(p.turnsB ? layout(m_left, p.element, p.k, p.n, p.strideB)
                 : layout(m_left, p.element, p.n, p.k, p.strideB));
    TRY(p.transposesA ? layout(m_right, p.element, p.m, p.k, p.strideA)
                      : layout(m_right, p.element, p.k, p.m, p.strideA));
    return layout(m_result, resultOf(p.element), p.n, p.m, p.strideY);
}

Result<std::vector<HeuristicResult>> PreparedProduct::proposals()
{
    const auto& table = m_library.table();
    Preference preference = nullptr;
    TRY(check(table.matmulPreferenceCreate(&preference), "a preference"));
    const std::unique_ptr<void, int (*)(Preference)> owner(
        preference, table.matmulPreferenceDestroy);
    TRY(check(
        table.matmulPreferenceSetAttribute(preference, PreferenceAttribute::MostWorkspaceBytes,
            &maxWorkspaceBytes, sizeof maxWorkspaceBytes),
        "a limit of its workspace"));
    for (const auto attribute :
        { PreferenceAttribute::LeastAlignmentA, PreferenceAttribute::LeastAlignmentB,
            PreferenceAttribute::LeastAlignmentC, PreferenceAttribute::LeastAlignmentD })
        TRY(check(table.matmulPreferenceSetAttribute(
                      preference, attribute, &m_product.alignment, sizeof m_product.alignment),
            "an alignment"));
    std::vector<HeuristicResult> results(maxProposals);
    int found = 0;
    TRY(check(table.matmulAlgoGetHeuristic(m_library.handle(), m_desc, m_left, m_right, m_result,
                  m_result, preference, maxProposals, results.data(), &found),
        "this product"));
    results.resize(static_cast<std::size_t>(std::clamp(found, 0, maxProposals)));
    std::erase_if(results, [](const HeuristicResult& each) {
        return each.state != status::success || each.workspaceBytes > maxWorkspaceBytes;
    });
    if (results.empty())
        return fail("cuBLASLt has no algorithm for ", m_product.m, "×", m_product.k, "×",
            m_product.n, " in ", model::name(m_product.element), " with epilogue ",
            epilogueName(m_product.epilogue));
    return results;
}

std::string PreparedProduct::keyText(Precision precision) const
{
    const auto& p = m_product;
    std::ostringstream key;
    key << "product " << p.m << 'x' << p.k << 'x' << p.n << ' ' << model::name(p.element)
        << " compute " << static_cast<int>(computeOf(*rowOf(p.element), precision)) << ' '
        << (p.transposesA ? "ta" : "na") << (p.turnsB ? "tb" : "nb") << " batches " << p.batches
        << ' ' << p.strideA << ' ' << p.strideB << (p.beta != 0 ? " beta" : "") << " epilogue "
        << epilogueName(p.epilogue) << " alignment " << p.alignment << " cuBLASLt "
        << m_library.version() << " driver " << m_device.libraries().driver();
    return std::move(key).str();
}

std::string PreparedProduct::nameOf(const Algorithm& algorithm) const
{
    struct Part {
        std::string_view name;
        ConfigAttribute attribute;
    };
    constexpr std::array parts { Part { "cuBLASLt algorithm ", ConfigAttribute::Id },
        Part { ", tile ", ConfigAttribute::Tile }, Part { ", stages ", ConfigAttribute::Stages },
        Part { ", split ", ConfigAttribute::SplitK } };
    std::string text;
    for (const auto& part : parts) {
        std::int32_t value = 0;
        std::size_t written = 0;
        if (m_library.table().matmulAlgoConfigGetAttribute(
                &algorithm, part.attribute, &value, sizeof value, &written)
            == status::success)
            text += std::string(part.name) + std::to_string(value);
    }
    return text.empty() ? "cuBLASLt algorithm without a name" : text;
}

Result<void> PreparedProduct::choose(Precision precision)
{
    const auto key = keyText(precision);
    auto& libraries = m_device.libraries();
    if (libraries.mayTune() && TRY(chooseRemembered(key)))
        return {};
    const auto proposed = TRY(proposals());
    m_chosen = proposed.front();
    m_how = "first of " + support::countOf(proposed.size(), "proposal", "proposals");
    if (libraries.mayTune() && proposed.size() > 1 && libraries.tuneBudget().count() > 0)
        return chooseFastest(key, proposed);
    return {};
}

/// Uses the choice of an earlier plan. The library checks it, because the file's content is not
/// trusted. Returns false if there is none or the library refuses it.
Result<bool> PreparedProduct::chooseRemembered(const std::string& key)
{
    const auto* const known = m_device.libraries().tuneCache().find(key);
    Algorithm algorithm {};
    if (known == nullptr || !bytesOfHex(known->configuration, &algorithm, sizeof algorithm))
        return false;
    HeuristicResult checked {};
    const int answer = m_library.table().matmulAlgoCheck(
        m_library.handle(), m_desc, m_left, m_right, m_result, m_result, &algorithm, &checked);
    if (answer != status::success || checked.workspaceBytes > maxWorkspaceBytes)
        return false;
    m_chosen = checked;
    m_chosen.algorithm = algorithm;
    m_how = rememberedHow(*known);
    m_notTaken = runnersUpOf(*known);
    return true;
}

Result<void> PreparedProduct::chooseFastest(
    const std::string& key, const std::vector<HeuristicResult>& proposed)
{
    TuneMemory memory(m_device);
    const auto operands = noiseFor(memory, m_product);
    const auto workspace = memory.bytes(maxWorkspaceBytes);
    if (!operands || !workspace) {
        m_notTaken.push_back("no algorithm was timed: "
            + (operands ? workspace.error() : operands.error()).message());
        return {};
    }
    std::vector<TuneCandidate> candidates;
    for (const auto& each : proposed) {
        const auto once = [this, &each, &operands, &workspace] {
            return multiply(each, *operands, workspace->first(each.workspaceBytes));
        };
        candidates.push_back(
            { nameOf(each.algorithm), hexOf(&each.algorithm, sizeof each.algorithm), once });
    }
    const auto tuned
        = TRY(timeCandidates(m_device, key, candidates)
                  .within("cuBLASLt runs none of the algorithms it proposes for this product"));
    m_chosen = proposed[tuned.best];
    m_how = tuned.how();
    m_notTaken = tuned.notes;
    return {};
}

Result<void> PreparedProduct::multiply(
    const HeuristicResult& chosen, const Operands& operands, std::span<std::byte> workspace)
{
    const auto& table = m_library.table();
    if (hasBias(m_product.epilogue))
        TRY(check(table.matmulDescSetAttribute(
                      m_desc, DescAttribute::BiasPointer, &operands.bias, sizeof operands.bias),
            "a bias"));
    const auto scale = rowOf(m_product.element)->scale;
    const auto alpha = scaleOf(scale, m_product.alpha);
    const auto beta = scaleOf(scale, m_product.beta);
    const auto* const c = m_product.beta != 0 ? operands.c : operands.y;
    m_device.beginLaunch();
    const int answer = table.matmul(m_library.handle(), m_desc, &alpha, operands.b, m_left,
        operands.a, m_right, &beta, c, m_result, operands.y, m_result, &chosen.algorithm,
        workspace.empty() ? nullptr : workspace.data(), workspace.size(), m_device.stream());
    m_device.endLaunch();
    return check(answer, "to multiply");
}

Result<void> PreparedProduct::run(const Operands& operands, std::span<std::byte> workspace)
{
    return multiply(m_chosen, operands, workspace);
}

std::string PreparedProduct::implementation() const
{
    std::int32_t id = -1;
    std::size_t written = 0;
    m_library.table().matmulAlgoConfigGetAttribute(
        &m_chosen.algorithm, ConfigAttribute::Id, &id, sizeof id, &written);
    return "cuBLASLt " + m_library.version() + " algorithm " + std::to_string(id) + " (" + m_how
        + ")";
}

} // namespace engine::cuda::cublaslt
