#include "engine/cuda/cublaslt/api.h"
#include "engine/kernel/small_float.h"
#include "tests/support/gpu/fake_libraries.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

namespace testing {

using namespace engine::cuda::cublaslt;

namespace {

constexpr std::uint64_t magic = 0x6c74616c676f0001;
constexpr int firstAlgorithm = 10;

struct Desc {
    Compute compute;
    DataType scale;
    Operation turnA = Operation::None;
    Operation turnB = Operation::None;
    Epilogue epilogue = Epilogue::None;
    const void* bias = nullptr;
};
struct Layout {
    DataType type;
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t leading;
    std::int32_t batches = 1;
    std::int64_t stride = 0;
};
struct Preferences {
    std::uint64_t workspace = 0;
    std::uint32_t alignment = 256;
};

FakeCublasLt& fake() { return fakeCublasLt(); }

int refused(const std::string& fault)
{
    fake().faults.push_back(fault);
    return status::invalidValue;
}

template <typename T, typename... Arguments>
int make(void** place, Arguments... arguments)
{
    *place = new T { arguments... };
    ++fake().alive;
    return status::success;
}
template <typename T>
int drop(void* object)
{
    delete static_cast<T*>(object);
    --fake().alive;
    return status::success;
}

int create(Handle* handle)
{
    return fake().createStatus != 0 ? fake().createStatus : make<int>(handle, 1);
}
int descCreate(MatmulDesc* desc, Compute compute, DataType scale)
{
    return make<Desc>(desc, compute, scale);
}
int descSet(MatmulDesc object, DescAttribute attribute, const void* value, std::size_t bytes)
{
    auto& desc = *static_cast<Desc*>(object);
    const auto set = [&](auto& member) {
        if (bytes != sizeof member)
            return refused("an attribute of another size");
        std::memcpy(&member, value, bytes);
        return status::success;
    };
    switch (attribute) {
    case DescAttribute::TransposeA:
        return set(desc.turnA);
    case DescAttribute::TransposeB:
        return set(desc.turnB);
    case DescAttribute::Epilogue:
        return set(desc.epilogue);
    case DescAttribute::BiasPointer:
        return set(desc.bias);
    }
    return refused("an unknown attribute of a product");
}
int layoutCreate(MatrixLayout* layout, DataType type, std::uint64_t rows, std::uint64_t columns,
    std::int64_t leading)
{
    return make<Layout>(
        layout, type, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), leading);
}
int layoutSet(MatrixLayout object, LayoutAttribute attribute, const void* value, std::size_t bytes)
{
    auto& layout = *static_cast<Layout*>(object);
    if (attribute == LayoutAttribute::BatchCount && bytes == sizeof layout.batches)
        std::memcpy(&layout.batches, value, bytes);
    else if (attribute == LayoutAttribute::BatchStride && bytes == sizeof layout.stride)
        std::memcpy(&layout.stride, value, bytes);
    else
        return refused("an attribute of a layout");
    return status::success;
}
int preferenceCreate(Preference* preference) { return make<Preferences>(preference); }
int preferenceSet(
    Preference object, PreferenceAttribute attribute, const void* value, std::size_t bytes)
{
    auto& preference = *static_cast<Preferences*>(object);
    if (attribute == PreferenceAttribute::MostWorkspaceBytes && bytes == 8)
        std::memcpy(&preference.workspace, value, bytes);
    else if (attribute >= PreferenceAttribute::LeastAlignmentA && bytes == 4)
        std::memcpy(&preference.alignment, value, bytes);
    else
        return refused("an attribute of a preference");
    if (!std::has_single_bit(preference.alignment))
        return refused("an alignment that is no power of two");
    return status::success;
}

bool isTurned(Operation operation) { return operation == Operation::Transpose; }

DataType scaleType(DataType result)
{
    return result == DataType::F64 || result == DataType::I32 ? result : DataType::F32;
}

/// What the documentation of cublasLtMatmul requires of int8 products in regular order besides:
/// "TN", m, k and leading dimensions multiples of 4, no epilogue.
bool isTaken(const Desc& desc, const Layout& a, const Layout& b, const Layout& d)
{
    const bool isTn = isTurned(desc.turnA) && !isTurned(desc.turnB);
    const bool isStepped = (a.rows | a.columns | a.leading | b.leading | d.leading) % 4 == 0;
    return desc.compute != Compute::I32 || (isTn && isStepped && desc.epilogue == Epilogue::None);
}

/// Whether the shapes fit together, as documented for cublasLtMatmul.
bool fits(const Desc& desc, const Layout& a, const Layout& b, const Layout& c, const Layout& d)
{
    const auto m = isTurned(desc.turnA) ? a.columns : a.rows;
    const auto k = isTurned(desc.turnA) ? a.rows : a.columns;
    const auto n = isTurned(desc.turnB) ? b.rows : b.columns;
    const auto depth = isTurned(desc.turnB) ? b.columns : b.rows;
    const bool areTypes = a.type == b.type && c.type == d.type
        && d.type == (a.type == DataType::I8 ? DataType::I32 : a.type)
        && (desc.compute == Compute::F64) == (d.type == DataType::F64)
        && (desc.compute == Compute::I32) == (d.type == DataType::I32)
        && desc.scale == scaleType(d.type);
    const bool isLeading = a.leading >= a.rows && b.leading >= b.rows && d.leading >= d.rows;
    return areTypes && isLeading && k == depth && d.rows == m && d.columns == n && c.rows == m
        && c.columns == n && a.batches == d.batches && b.batches == d.batches
        && c.batches == d.batches;
}

int heuristic(Handle, MatmulDesc desc, MatrixLayout a, MatrixLayout b, MatrixLayout c,
    MatrixLayout d, Preference preference, int wanted, HeuristicResult* results, int* found)
{
    *found = 0;
    if (fake().heuristicStatus != 0)
        return fake().heuristicStatus;
    const auto& described = *static_cast<Desc*>(desc);
    if (!fits(described, *static_cast<Layout*>(a), *static_cast<Layout*>(b),
            *static_cast<Layout*>(c), *static_cast<Layout*>(d)))
        return refused("a product of shapes that do not fit");
    if (!isTaken(described, *static_cast<Layout*>(a), *static_cast<Layout*>(b),
            *static_cast<Layout*>(d)))
        return status::notSupported;
    const auto epilogue = static_cast<std::uint32_t>(described.epilogue);
    if (fake().refusedEpilogues.contains(epilogue)
        || fake().workspaceBytes > static_cast<Preferences*>(preference)->workspace)
        return status::notSupported;
    for (; *found < std::min(wanted, fake().proposals); ++*found) {
        auto& result = results[*found];
        result = {};
        result.algorithm.data[0] = magic;
        result.algorithm.data[1] = static_cast<std::uint64_t>(firstAlgorithm + *found);
        result.workspaceBytes = fake().workspaceBytes;
    }
    return status::success;
}

int algorithmCheck(Handle, MatmulDesc, MatrixLayout, MatrixLayout, MatrixLayout, MatrixLayout,
    const Algorithm* algorithm, HeuristicResult* result)
{
    if (algorithm->data[0] != magic)
        return status::invalidValue;
    *result = {};
    result->workspaceBytes = fake().workspaceBytes;
    return status::success;
}

int configuration(const Algorithm* algorithm, ConfigAttribute attribute, void* value,
    std::size_t bytes, std::size_t* written)
{
    if (algorithm->data[0] != magic || bytes != 4)
        return status::invalidValue;
    const auto id = static_cast<std::int32_t>(algorithm->data[1]);
    const std::int32_t answer = attribute == ConfigAttribute::Id ? id : 1;
    std::memcpy(value, &answer, bytes);
    *written = bytes;
    return status::success;
}

double load(const void* memory, std::int64_t i, DataType type)
{
    switch (type) {
    case DataType::F32:
        return static_cast<const float*>(memory)[i];
    case DataType::F64:
        return static_cast<const double*>(memory)[i];
    case DataType::F16:
        return static_cast<double>(
            static_cast<float>(static_cast<const engine::Float16*>(memory)[i]));
    case DataType::Bf16:
        return static_cast<double>(
            static_cast<float>(static_cast<const engine::Bfloat16*>(memory)[i]));
    case DataType::I8:
        return static_cast<const std::int8_t*>(memory)[i];
    case DataType::I32:
        return static_cast<const std::int32_t*>(memory)[i];
    }
    return 0;
}

void store(void* memory, std::int64_t i, DataType type, double value)
{
    switch (type) {
    case DataType::F32:
        static_cast<float*>(memory)[i] = static_cast<float>(value);
        return;
    case DataType::F64:
        static_cast<double*>(memory)[i] = value;
        return;
    case DataType::F16:
        static_cast<engine::Float16*>(memory)[i] = engine::Float16(static_cast<float>(value));
        return;
    case DataType::Bf16:
        static_cast<engine::Bfloat16*>(memory)[i] = engine::Bfloat16(static_cast<float>(value));
        return;
    case DataType::I8:
        refused("a result of int8");
        return;
    case DataType::I32:
        if (std::abs(value) > 2147483647.0)
            refused("a sum that overflows: what comes then is not documented");
        static_cast<std::int32_t*>(memory)[i]
            = static_cast<std::int32_t>(static_cast<std::int64_t>(value));
        return;
    }
}

/// Rounds a number to TF32, as tensor cores read it: 10 bits of mantissa.
double asTf32(double value)
{
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<float>((bits + 0x1000u) & ~0x1fffu);
}

double activated(double value, Epilogue epilogue)
{
    if (epilogue == Epilogue::Gelu || epilogue == Epilogue::GeluBias)
        return 0.5 * value
            * (1 + std::tanh(0.7978845608028654 * (value + 0.044715 * value * value * value)));
    return value;
}

bool takesBias(Epilogue epilogue) { return (static_cast<std::uint32_t>(epilogue) & 4u) != 0; }

double scaleOf(const void* scale, DataType type) { return load(scale, 0, type); }

std::int64_t placeOf(const Layout& layout, bool isTurned, std::int64_t row, std::int64_t column)
{
    return isTurned ? column + row * layout.leading : row + column * layout.leading;
}

int multiply(Handle handle, MatmulDesc object, const void* alpha, const void* a,
    MatrixLayout layoutA, const void* b, MatrixLayout layoutB, const void* beta, const void* c,
    MatrixLayout layoutC, void* d, MatrixLayout layoutD, const Algorithm* algorithm,
    void* workspace, std::size_t workspaceBytes, void*)
{
    const auto& desc = *static_cast<Desc*>(object);
    const auto& la = *static_cast<Layout*>(layoutA);
    const auto& lb = *static_cast<Layout*>(layoutB);
    const auto& lc = *static_cast<Layout*>(layoutC);
    const auto& ld = *static_cast<Layout*>(layoutD);
    if (handle == nullptr || !fits(desc, la, lb, lc, ld) || !isTaken(desc, la, lb, ld))
        return refused("a product of shapes that do not fit");
    const auto isAligned
        = [](const void* memory) { return reinterpret_cast<std::uintptr_t>(memory) % 4 == 0; };
    if (desc.compute == Compute::I32 && !(isAligned(a) && isAligned(b) && isAligned(d)))
        return refused("operands of int8 that are not aligned");
    if (algorithm == nullptr || algorithm->data[0] != magic)
        return refused("an algorithm that nobody proposed");
    if (workspaceBytes < fake().workspaceBytes
        || reinterpret_cast<std::uintptr_t>(workspace) % 256 != 0)
        return refused("a workspace that is too small or not aligned");
    if (takesBias(desc.epilogue) && desc.bias == nullptr)
        return refused("an epilogue without its bias");
    const auto id = static_cast<int>(algorithm->data[1]);
    if (fake().failing.contains(id))
        return status::executionFailed;
    if (workspaceBytes > 0)
        std::memset(workspace, 0x5a, fake().workspaceBytes);
    const auto depth = isTurned(desc.turnA) ? la.rows : la.columns;
    const bool isTf32 = desc.compute == Compute::F32FastTf32;
    const double scaleA = scaleOf(alpha, desc.scale);
    const double scaleC = scaleOf(beta, desc.scale);
    for (std::int64_t batch = 0; batch < ld.batches; ++batch) {
        for (std::int64_t column = 0; column < ld.columns; ++column) {
            for (std::int64_t row = 0; row < ld.rows; ++row) {
                double sum = 0;
                for (std::int64_t i = 0; i < depth; ++i) {
                    const auto left = load(
                        a, batch * la.stride + placeOf(la, isTurned(desc.turnA), row, i), la.type);
                    const auto right = load(b,
                        batch * lb.stride + placeOf(lb, isTurned(desc.turnB), i, column), lb.type);
                    sum += isTf32 ? asTf32(left) * asTf32(right) : left * right;
                }
                const auto at = batch * ld.stride + row + column * ld.leading;
                double value = scaleA * sum;
                if (scaleC != 0) // as documented, C is not read if beta is 0
                    value
                        += scaleC * load(c, batch * lc.stride + row + column * lc.leading, lc.type);
                if (takesBias(desc.epilogue))
                    value += load(desc.bias, row, ld.type);
                store(d, at, ld.type, activated(value, desc.epilogue));
            }
        }
    }
    const auto which = static_cast<std::size_t>(id - firstAlgorithm);
    fakeMicroseconds() += which < fake().microseconds.size() ? fake().microseconds[which] : 100;
    ++fake().products;
    fake().computes.insert(static_cast<int>(desc.compute));
    fake().epilogues.insert(static_cast<std::uint32_t>(desc.epilogue));
    return status::success;
}

std::size_t version() { return fake().version; }

template <typename Function>
void* address(Function* function)
{
    return reinterpret_cast<void*>(function);
}

}

FakeCublasLt& fakeCublasLt()
{
    // Never destroyed: handles are destroyed when the process ends.
    static auto* const state = new FakeCublasLt;
    return *state;
}

void* fakeCublasLtFunction(const std::string& name)
{
    static const std::map<std::string, void*> functions {
        { "cublasLtGetVersion", address(version) },
        { "cublasLtCreate", address(create) },
        { "cublasLtDestroy", address(drop<int>) },
        { "cublasLtMatmulDescCreate", address(descCreate) },
        { "cublasLtMatmulDescDestroy", address(drop<Desc>) },
        { "cublasLtMatmulDescSetAttribute", address(descSet) },
        { "cublasLtMatrixLayoutCreate", address(layoutCreate) },
        { "cublasLtMatrixLayoutDestroy", address(drop<Layout>) },
        { "cublasLtMatrixLayoutSetAttribute", address(layoutSet) },
        { "cublasLtMatmulPreferenceCreate", address(preferenceCreate) },
        { "cublasLtMatmulPreferenceDestroy", address(drop<Preferences>) },
        { "cublasLtMatmulPreferenceSetAttribute", address(preferenceSet) },
        { "cublasLtMatmulAlgoGetHeuristic", address(heuristic) },
        { "cublasLtMatmulAlgoCheck", address(algorithmCheck) },
        { "cublasLtMatmulAlgoConfigGetAttribute", address(configuration) },
        { "cublasLtMatmul", address(multiply) },
    };
    const auto found = functions.find(name);
    return found == functions.end() || name == fake().missingFunction ? nullptr : found->second;
}

}
