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

/// oneDNN behind one door: its API versions 2 (operation descriptors) and 3 (none) look the same
/// from here, and its exceptions become Errors. Only engine/cpu/onednn.{h,cpp} and the kernels in
/// engine/cpu/onednn/ include its headers.
namespace engine::onednn {

using Memory = dnnl::memory;
using Descriptor = dnnl::memory::desc;
using Format = dnnl::memory::format_tag;
using LibraryDims = dnnl::memory::dims;

dnnl::engine& cpu();
/// One per thread: making a stream costs more than a small primitive.
dnnl::stream& threadStream();
/// Of the library that is loaded: `2.6.3`.
std::string version();

/// Calls `body` and turns what oneDNN throws into an Error that begins with `what`.
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
        throw; // for support::lastResort
    } catch (const dnnl::error& error) {
        return support::failAs(error.status == dnnl_out_of_memory ? support::ErrorKind::Resource
                                                                  : support::ErrorKind::Failed,
            "oneDNN: ", what, ": ", error.what());
    } catch (const std::exception& error) {
        return fail("oneDNN: ", what, ": ", error.what());
    }
}

/// Nothing for types that oneDNN does not compute with here.
std::optional<Memory::data_type> dataType(ElementType element);
/// Dense row-major, as the engine keeps tensors. Scalars become one element.
Descriptor plain(
    std::span<const std::int64_t> dims, Memory::data_type type = Memory::data_type::f32);
/// As the value lies, which may be channels last.
Descriptor described(const TensorType& type, Layout layout);
inline Descriptor described(const InputType& type) { return described(type.tensor, type.layout); }
/// How the first output shall lie.
Layout outputLayout(const KernelRequest& request);
/// In whatever layout the primitive likes best.
/// Sizes of a descriptor, whose accessor has another name in each version.
std::vector<std::int64_t> dimsOf(const Descriptor& descriptor);
Descriptor anyLayout(
    std::span<const std::int64_t> dims, Memory::data_type type = Memory::data_type::f32);

/// The descriptors of a primitive that the kernels need, the same in both API versions.
struct Primitive {
    dnnl::primitive primitive;
    std::string implementation; ///< `oneDNN brgconv:avx512_core`
    Descriptor source;
    Descriptor weights;
    Descriptor destination;
    Descriptor workspace;
    Descriptor scratchpad; ///< memory that it works in, given by whoever runs it; else its own
};

struct Window {
    LibraryDims kernel; ///< pooling only
    LibraryDims strides;
    LibraryDims dilations; ///< 0 = dense
    LibraryDims padBegin;
    LibraryDims padEnd;
};

/// An operation done on the result before it is written.
struct Epilogue {
    enum class Kind { Eltwise, Add, Sum };
    Kind kind = Kind::Eltwise;
    dnnl::algorithm algorithm = dnnl::algorithm::undef; ///< Eltwise
    float alpha = 0;
    float beta = 0;
    Descriptor other; ///< Add: the second operand, broadcastable
};
/// Scratch memory is the caller's, so that the memory limit sees it.
dnnl::primitive_attr attributesOf(std::span<const Epilogue> epilogues);

Primitive convolution(const Descriptor& source, const Descriptor& weights, const Descriptor* bias,
    const Descriptor& destination, const Window& window, const dnnl::primitive_attr& attributes);
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

/// A recurrent layer of one or two directions: no peepholes, no projection, the activations of
/// oneDNN. Descriptors as in its developer guide, "RNN"; those of the cell state are for LSTM only.
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
    Descriptor weights; ///< as the primitive wants them
    Descriptor recurrence;
    Descriptor scratchpad;
};
RecurrentPrimitive recurrent(RecurrentCell cell, const RecurrentDescriptors& descriptors);

Primitive reorder(const Descriptor& source, const Descriptor& destination);
Primitive resampling(dnnl::algorithm algorithm, std::span<const float> factors,
    const Descriptor& source, const Descriptor& destination);

/// Runs one primitive with the tensors of a step. Where the primitive wants another layout than the
/// tensor has, a reorder goes before or after it; constants are reordered once, when prepared.
class PrimitiveKernel : public Kernel {
public:
    explicit PrimitiveKernel(Primitive primitive, int threads);

    /// `tensor`: how the engine keeps it; `wanted`: how the primitive does (the same if it does not
    /// care).
    Result<void> addInput(int argument, std::size_t input, const Descriptor& tensor,
        const Descriptor& wanted, const InputType& type);
    Result<void> addConstant(
        int argument, const Descriptor& tensor, const Descriptor& wanted, const void* data);
    /// The output begins as this input (an Epilogue::Kind::Sum then adds to it). Call after
    /// setOutput.
    Result<void> startFrom(std::size_t input);
    Result<void> setOutput(const Descriptor& tensor, const Descriptor& wanted, TensorType type);
    /// Done to the output once the primitive has written it.
    using Finish = std::function<void(RunContext& context, Tensor& output)>;
    void finishWith(Finish finish) { m_finish = std::move(finish); }

    Result<void> run(RunContext& context) override;
    std::string implementation() const override { return m_primitive.implementation; }

private:
    struct Argument {
        int id = 0;
        std::size_t input = 0;
        Memory memory; ///< what the primitive reads
        std::optional<Memory> tensor; ///< what the step gives, if it lies otherwise
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
    std::vector<dnnl_exec_arg_t> m_handles; ///< of m_arguments, as the C function wants them
};

/// Refuses what every kernel here refuses: inputs that are absent or not float tensors, empty
/// tensors.
Result<void> requireFloats(const KernelRequest& request, std::size_t inputs);
/// The output's type, which inference must have told.
Result<TensorType> outputType(const KernelRequest& request);
/// Refuses work below the size where calling oneDNN pays (design/engine.md 2): about 20,000
/// multiply-adds or 4,000 elements.
Result<void> requireWork(const KernelRequest& request, std::int64_t multiplyAdds);
Result<void> requireElements(const KernelRequest& request, std::int64_t elements);

} // namespace engine::onednn
