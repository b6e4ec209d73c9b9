#pragma once

#include "engine/kernel/kernel.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

/// Wrapper of oneDNN. It hides the difference between API versions 2 (with operation descriptors)
/// and 3 (without) and turns oneDNN's exceptions into Errors. Only engine/cpu/onednn.{h,cpp} and
/// the kernels in engine/cpu/onednn/ include oneDNN's headers.
namespace engine::onednn {

using Memory = dnnl::memory;
using Descriptor = dnnl::memory::desc;
using Format = dnnl::memory::format_tag;
using LibraryDims = dnnl::memory::dims;

dnnl::engine& cpu();
/// Stream of the calling thread. It is kept because creating one costs more than a small primitive.
dnnl::stream& threadStream();
/// Whether the library computes with instructions for bfloat16, and does not emulate them.
bool hasBfloatInstructions();
/// Version of the loaded library, for example `2.6.3`.
std::string version();

/// Calls `body` and turns exceptions into an Error that begins with "oneDNN: " and `what`.
/// std::bad_alloc is rethrown.
template <typename Body>
auto guarded(std::string_view what, Body body) -> Result<std::invoke_result_t<Body>>
{
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
            body();
            return {};
        } else {
            return body();
        }
    } catch (const std::bad_alloc&) {
        throw; // for support::catchExceptions
    } catch (const dnnl::error& error) {
        return support::failAs(error.status == dnnl_out_of_memory ? support::ErrorKind::Resource
                                                                  : support::ErrorKind::Failed,
            "oneDNN: ", what, ": ", error.what());
    } catch (const std::exception& error) {
        return fail("oneDNN: ", what, ": ", error.what());
    }
}

/// Returns the library's name of float or bfloat16.
Memory::data_type libraryType(ElementType element);
/// Returns the descriptor of a dense row-major tensor of float or bfloat16. Scalars become one
/// element.
Descriptor plain(std::span<const std::int64_t> dims, ElementType element = ElementType::Float);
/// Returns the descriptor of a tensor in `layout`. Only tensors of rank 4 and 5 can
/// be channels last.
Descriptor described(const TensorType& type, Layout layout);
inline Descriptor described(const InputType& type) { return described(type.tensor, type.layout); }
/// Returns the layout that the plan requires for the first output.
Layout outputLayout(const KernelRequest& request);
/// Returns the dims of a descriptor; the accessor has another name in each API version.
std::vector<std::int64_t> dimsOf(const Descriptor& descriptor);
/// Returns a descriptor that leaves the choice of the layout to the primitive.
Descriptor anyLayout(std::span<const std::int64_t> dims, ElementType element = ElementType::Float);

/// A primitive and the descriptors that the kernels need, the same in both API versions.
struct Primitive {
    dnnl::primitive primitive;
    std::string implementation; ///< `oneDNN brgconv:avx512_core`
    Descriptor source;
    Descriptor weights;
    Descriptor destination;
    Descriptor workspace;
    Descriptor scratchpad; ///< working memory from the caller; empty: the primitive owns it
};

/// The window of a convolution or a pool, one entry per spatial axis.
struct Window {
    LibraryDims kernel; ///< pooling only
    LibraryDims strides;
    LibraryDims dilations; ///< 0 = dense
    LibraryDims padBegin;
    LibraryDims padEnd;
};

/// An operation on the result before it is written; oneDNN calls it a post-op.
struct Epilogue {
    enum class Kind { Eltwise, Add, Sum };
    Kind kind = Kind::Eltwise;
    dnnl::algorithm algorithm = dnnl::algorithm::undef; ///< Eltwise
    float alpha = 0;
    float beta = 0;
    Descriptor other; ///< Add: the second operand, broadcastable
};
/// Attributes with these operations. Scratch memory is provided by the caller, so that it counts
/// towards the memory limit.
dnnl::primitive_attr attributesOf(std::span<const Epilogue> epilogues);

Primitive convolution(const Descriptor& source, const Descriptor& weights, const Descriptor* bias,
    const Descriptor& destination, const Window& window, const dnnl::primitive_attr& attributes,
    dnnl::algorithm algorithm = dnnl::algorithm::convolution_direct);
Primitive deconvolution(const Descriptor& source, const Descriptor& weights, const Descriptor* bias,
    const Descriptor& destination, const Window& window);
Primitive matmul(const Descriptor& a, const Descriptor& b, const Descriptor* bias,
    const Descriptor& destination, const dnnl::primitive_attr& attributes);
Primitive pooling(dnnl::algorithm algorithm, const Descriptor& source,
    const Descriptor& destination, const Window& window);
Primitive eltwise(dnnl::algorithm algorithm, const Descriptor& data, float alpha, float beta);
Primitive binary(dnnl::algorithm algorithm, const Descriptor& a, const Descriptor& b,
    const Descriptor& destination);
Primitive batchNormalization(const Descriptor& data, float epsilon);
Primitive layerNormalization(const Descriptor& data, float epsilon);
Primitive localResponse(
    const Descriptor& data, std::int64_t size, float alpha, float beta, float k);
Primitive concat(int axis, const std::vector<Descriptor>& sources, const Descriptor& destination);

/// A recurrent layer of one or two directions, without peepholes and projection, with oneDNN's
/// activations. Descriptors are as in oneDNN's developer guide, "RNN". Those of the cell state are
/// for LSTM only.
struct RecurrentDescriptors {
    dnnl::rnn_direction direction = dnnl::rnn_direction::unidirectional_left2right;
    Descriptor source; ///< [steps, batch, inputs]
    Descriptor state; ///< [1, directions, batch, hidden]
    Descriptor cell;
    Descriptor weights; ///< [1, directions, inputs, gates, hidden], any layout
    Descriptor recurrence; ///< [1, directions, hidden, gates, hidden], any layout
    Descriptor bias; ///< [1, directions, gates, hidden]; one gate more for GruLinearFirst
    Descriptor destination; ///< [steps, batch, directions * hidden]
};
enum class RecurrentCell { Lstm, Gru, GruLinearFirst };
struct RecurrentPrimitive {
    dnnl::primitive primitive;
    std::string implementation;
    Descriptor weights; ///< in the layout of the primitive
    Descriptor recurrence;
    Descriptor scratchpad;
};
RecurrentPrimitive recurrent(RecurrentCell cell, const RecurrentDescriptors& descriptors);

Primitive reorder(const Descriptor& source, const Descriptor& destination);
Primitive resampling(dnnl::algorithm algorithm, std::span<const float> factors,
    const Descriptor& source, const Descriptor& destination);

/// Runs one primitive on the tensors of a step. If the primitive needs another layout than a tensor
/// has, a reorder runs before or after it. Constants are reordered once, at preparation.
class PrimitiveKernel : public Kernel {
public:
    explicit PrimitiveKernel(Primitive primitive, int threads);

    /// `tensor` is the layout of the input, `wanted` that of the primitive (the same if it takes
    /// any layout).
    Result<void> addInput(int argument, std::size_t input, const Descriptor& tensor,
        const Descriptor& wanted, const InputType& type);
    Result<void> addConstant(
        int argument, const Descriptor& tensor, const Descriptor& wanted, const void* data);
    /// Copies this input to the output before the primitive runs; an Epilogue::Kind::Sum then adds
    /// to it. `tensor` is its layout and type. Call after setOutput.
    Result<void> initialiseOutputFrom(std::size_t input, const Descriptor& tensor);
    Result<void> setOutput(const Descriptor& tensor, const Descriptor& wanted, TensorType type);
    /// Called with the output after the primitive has written it.
    using Finish = std::function<void(RunContext& context, Tensor& output)>;
    void finishWith(Finish finish) { m_finish = std::move(finish); }

    Result<void> run(RunContext& context) override;
    std::string implementation() const override { return m_primitive.implementation; }
    std::uint64_t workspaceBytes() const override;

private:
    struct Argument {
        int id = 0;
        std::size_t input = 0;
        Memory memory; ///< what the primitive reads
        std::optional<Memory> tensor; ///< the step's tensor, if its layout differs
        dnnl::reorder reorder;
    };
    Result<void> bindScratchpad(RunContext& context);
    Result<void> bindInputs(RunContext& context, dnnl::stream& stream);
    void fillOutput(RunContext& context, dnnl::stream& stream);

    Primitive m_primitive;
    int m_threads;
    std::vector<Argument> m_inputs;
    std::vector<std::shared_ptr<void>> m_constants;
    Memory m_output;
    std::optional<Memory> m_outputTensor;
    dnnl::reorder m_outputReorder;
    TensorType m_outputType;
    std::optional<std::size_t> m_startInput;
    std::optional<Memory> m_start;
    dnnl::reorder m_startReorder;
    Finish m_finish;
    std::optional<Memory> m_scratchpad;
    std::vector<std::pair<int, Memory>> m_arguments;
    std::vector<dnnl_exec_arg_t> m_handles; ///< m_arguments in the form of the C API
};

/// Creates a kernel with one data input and one output in these layouts, in which the primitive
/// takes them. More inputs may be added.
Result<std::unique_ptr<PrimitiveKernel>> dataKernel(const KernelRequest& request,
    Primitive primitive, const Descriptor& source, const Descriptor& destination,
    TensorType output);
/// Creates the kernel of a convolution: data, weights and, unless it is null, bias. These are their
/// layouts as tensors; the primitive may take others.
Result<std::unique_ptr<PrimitiveKernel>> convolutionKernel(const KernelRequest& request,
    Primitive primitive, const Descriptor& source, const Descriptor& weights,
    const Descriptor* bias, const Descriptor& destination, const TensorType& output);

/// Registers kernels of the Library tier: `const RegisterLibrary pools[] = { { "MaxPool",
/// prepareMaxPool } };`
struct RegisterLibrary : RegisterKernel {
    RegisterLibrary(std::string type, PrepareKernel prepare, std::string domain = {})
        : RegisterKernel({ std::move(type), std::move(domain), DeviceKind::Cpu, Tier::Library,
            std::move(prepare) })
    {
    }
};

/// Fails for oneDNN's reference implementation, which is slower than our kernels.
Result<void> refuseReference(const Primitive& primitive);
/// Fails if one of the first `inputs` inputs is not a float tensor or is empty. Absent inputs are
/// accepted.
Result<void> requireFloats(const KernelRequest& request, std::size_t inputs);
/// As requireFloats; bfloat16 is accepted too.
Result<void> requireFloatsOrBfloats(const KernelRequest& request, std::size_t inputs);
/// Returns the element type of the first output: that of the first input, unless
/// engine/passes/lower_products.h chose another.
ElementType resultElement(const KernelRequest& request);
/// Fails for an output without elements or one that is too large.
Result<void> requireOutput(const TensorType& output);
/// Fails for a tensor that oneDNN must not be asked about. It computes sizes with integers of 32
/// bits, divides by what overflowed, and searches a blocking of a long axis for many seconds.
Result<void> requireUsualSize(const TensorType& type);
/// Fails if a number of the window exceeds 32 bits: oneDNN computes with such integers.
Result<void> requireUsualSize(const Window& window);
/// Returns the type of the first output. Fails if shape inference did not find it or if it is
/// empty.
Result<TensorType> outputType(const KernelRequest& request);
/// Fails if there is less work than a call of oneDNN is worth, and the settings refuse small work.
/// The limits are 20,000 multiply-adds and 4,000 elements. elementCount() multiplies the sizes of
/// planned tensors without overflow.
Result<void> requireWork(const KernelRequest& request, std::int64_t multiplyAdds);
Result<void> requireElements(const KernelRequest& request, std::int64_t elements);

} // namespace engine::onednn
