#include "engine/reference/recurrent.h"
#include "engine/cpu/onednn.h"
#include "engine/program/shapes.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

// LSTM and GRU. fp32, any direction, constant weights, sequences of one length. Refuses a batch of
// one, peepholes, clipping, coupled gates, layout 1 (batch first) and activations other than the
// operator's defaults. Source: ONNX LSTM-1 to -22, GRU-1 to -22; oneDNN developer guide, "RNN".
//
// The weights W [directions, gates * hidden, inputs] are reordered to [directions, inputs, gates,
// hidden]. The gates of LSTM are i f c o in oneDNN, i o f c in ONNX. The two biases are added,
// except those of the last gate of GRU with linear_before_reset, which oneDNN takes separately.

namespace engine::onednn {

namespace {

struct RecurrentWork : RecurrentSizes {
    RecurrentCell cell = RecurrentCell::Lstm;
    dnnl::rnn_direction direction = dnnl::rnn_direction::unidirectional_left2right;

    std::int64_t biasGates() const { return cell == RecurrentCell::GruLinearFirst ? 4 : gates; }
    /// Index in ONNX's order of gate `g` of oneDNN.
    std::int64_t source(std::int64_t g) const
    {
        constexpr std::array<std::int64_t, 4> lstm { 0, 2, 3, 1 };
        return cell == RecurrentCell::Lstm ? lstm[g] : g;
    }
};

Result<void> checkActivations(const KernelRequest& request, std::int64_t directions)
{
    std::vector<std::string> own { "Sigmoid", "Tanh" };
    if (request.node.type == "LSTM")
        own.emplace_back("Tanh");
    const auto names = TRY(activationNames(request.node, directions, own));
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (support::lowered(names[i]) != support::lowered(own[i % own.size()]))
            return fail("activation ", names[i],
                ": oneDNN has only Sigmoid and Tanh in their usual places");
    }
    return {};
}

/// Fails unless all sequences are as long as the input.
Result<void> checkLengths(const KernelRequest& request, std::int64_t steps)
{
    if (!request.hasInput(4))
        return {};
    const auto* lengths = request.input(4).constant;
    if (lengths == nullptr)
        return fail("sequence_lens is not constant: oneDNN takes sequences of one length");
    for (const auto length : TRY(readIntegers(*lengths))) {
        if (length != steps)
            return fail("a sequence of ", length, " in an input of ", steps,
                " steps: oneDNN takes sequences of one length");
    }
    return {};
}

Result<void> checkSettings(const KernelRequest& request)
{
    const auto& node = request.node;
    if (node.flag("layout"))
        return fail("layout is 1 (batches first), oneDNN takes steps first");
    if (node.real("clip", 0.0F) > 0)
        return fail("clip is ", node.real("clip", 0.0F), ", oneDNN does not clip");
    if (node.flag("input_forget"))
        return fail("input_forget couples two gates, oneDNN computes each");
    if (request.hasInput(7))
        return fail("peepholes are not handed to oneDNN");
    for (const std::size_t i : { 1u, 2u, 3u }) {
        if (request.hasInput(i) && request.input(i).constant == nullptr)
            return fail("input ", i, " (weights) is not constant");
    }
    return {};
}

Result<void> checkFloats(const KernelRequest& request)
{
    for (const std::size_t i : { 0u, 1u, 2u, 3u, 5u, 6u }) {
        const auto& type = request.input(i);
        if (type.isPresent()
            && (type.kind != InputType::Kind::Tensor || type.tensor.element != ElementType::Float))
            return fail("takes fp32, input ", i, " is ", type.tensor.element);
    }
    return {};
}

Result<RecurrentWork> workOf(const KernelRequest& request)
{
    TRY(checkFloats(request));
    TRY(checkSettings(request));
    const bool isLstm = request.node.type == "LSTM";
    RecurrentWork work { TRY(recurrentSizes(request.node, isLstm ? 4 : 3, [&](std::size_t input) {
        return request.hasInput(input) ? &request.input(input).tensor.dims : nullptr;
    })) };
    if (work.batch == 1)
        return fail("oneDNN reads all weights of W at every step, ours once for a batch of 1");
    if (!isLstm)
        work.cell = request.node.flag("linear_before_reset") ? RecurrentCell::GruLinearFirst
                                                             : RecurrentCell::Gru;
    if (work.directions == 2)
        work.direction = dnnl::rnn_direction::bidirectional_concat;
    else if (work.startsReversed)
        work.direction = dnnl::rnn_direction::unidirectional_right2left;
    TRY(checkActivations(request, work.directions));
    TRY(checkLengths(request, work.steps));
    if (elementCount(std::array { work.steps, work.batch, work.inputSize, work.hidden }) == 0)
        return fail("the input is empty");
    TRY(requireWork(request,
        elementCount(std::array {
            work.steps, work.batch, work.directions, work.rows(), work.inputSize + work.hidden })));
    return work;
}

/// Reorders weights from [directions, gates, hidden, depth] to [directions, depth, gates, hidden].
std::vector<float> turnedWeights(const RecurrentWork& work, const Tensor& from, std::int64_t depth)
{
    std::vector<float> turned(from.count());
    const auto source = from.as<float>();
    std::size_t to = 0;
    for (std::int64_t d = 0; d < work.directions; ++d) {
        for (std::int64_t i = 0; i < depth; ++i) {
            for (std::int64_t g = 0; g < work.gates; ++g) {
                const auto row = (d * work.gates + work.source(g)) * work.hidden;
                for (std::int64_t u = 0; u < work.hidden; ++u)
                    turned[to++] = source[(row + u) * depth + i];
            }
        }
    }
    return turned;
}

std::vector<float> sumOfBiases(const RecurrentWork& work, const Tensor* from)
{
    std::vector<float> sum(work.directions * work.biasGates() * work.hidden, 0.0F);
    if (from == nullptr)
        return sum;
    const auto source = from->as<float>();
    const bool keepsLastApart = work.cell == RecurrentCell::GruLinearFirst;
    std::size_t to = 0;
    for (std::int64_t d = 0; d < work.directions; ++d) {
        const auto ofInput = d * 2 * work.gates * work.hidden;
        const auto ofState = ofInput + work.gates * work.hidden;
        for (std::int64_t g = 0; g < work.biasGates(); ++g) {
            const auto gate = work.source(std::min(g, work.gates - 1)) * work.hidden;
            for (std::int64_t u = 0; u < work.hidden; ++u) {
                const auto a = source[ofInput + gate + u];
                const auto b = source[ofState + gate + u];
                sum[to++] = !keepsLastApart || g < 2 ? a + b : g == 2 ? a : b;
            }
        }
    }
    return sum;
}

class RecurrentKernel final : public Kernel {
public:
    RecurrentKernel(const RecurrentWork& work, const RecurrentDescriptors& descriptors,
        RecurrentPrimitive primitive, int threads)
        : m_work(work)
        , m_primitive(std::move(primitive))
        , m_threads(threads)
        , m_source(descriptors.source, cpu(), nullptr)
        , m_destination(descriptors.destination, cpu(), nullptr)
        , m_zeros(static_cast<std::size_t>(elementCount(work.stateDims())), 0.0F)
    {
        for (auto& state : m_states)
            state = Memory(descriptors.state, cpu(), nullptr);
        m_arguments = { { DNNL_ARG_SRC_LAYER, m_source }, { DNNL_ARG_DST_LAYER, m_destination },
            { DNNL_ARG_SRC_ITER, m_states[0] }, { DNNL_ARG_DST_ITER, m_states[2] } };
        if (work.cell == RecurrentCell::Lstm) {
            m_arguments.emplace(DNNL_ARG_SRC_ITER_C, m_states[1]);
            m_arguments.emplace(DNNL_ARG_DST_ITER_C, m_states[3]);
        }
        if (m_primitive.scratchpad.get_size() > 0) {
            m_scratchpad = Memory(m_primitive.scratchpad, cpu(), nullptr);
            m_arguments.emplace(DNNL_ARG_SCRATCHPAD, *m_scratchpad);
        }
    }

    /// Stores weights in the layout of the primitive.
    void addWeights(
        int argument, std::vector<float> values, const Descriptor& dense, const Descriptor& wanted)
    {
        const Memory from(dense, cpu(), values.data());
        m_weights.push_back(
            makeTensor(ElementType::Uint8, { static_cast<std::int64_t>(wanted.get_size()) }));
        Memory to(wanted, cpu(), m_weights.back().data);
        dnnl::reorder(from, to).execute(threadStream(), const_cast<Memory&>(from), to);
        threadStream().wait();
        m_arguments.emplace(argument, std::move(to));
    }

    Result<void> run(RunContext& context) override
    {
        setLibraryThreads(m_threads);
        auto* output = TRY(outputMemory(
            context, 0, { m_work.steps, m_work.directions, m_work.batch, m_work.hidden }));
        auto* joined = output;
        if (m_work.directions > 1)
            joined = reinterpret_cast<float*>(
                TRY(context.scratch(m_destination.get_desc().get_size())).data());
        m_source.set_data_handle(context.tensor(0).data);
        m_destination.set_data_handle(joined);
        for (std::size_t i = 0; i < 2; ++i) {
            m_states[i].set_data_handle(context.hasInput(5 + i)
                    ? static_cast<void*>(context.tensor(5 + i).data)
                    : m_zeros.data());
            m_states[2 + i].set_data_handle(TRY(outputMemory(context, 1 + i, m_work.stateDims())));
        }
        if (m_scratchpad)
            m_scratchpad->set_data_handle(
                TRY(context.scratch(m_primitive.scratchpad.get_size())).data());
        TRY(guarded("run", [&] {
            m_primitive.primitive.execute(threadStream(), m_arguments);
            threadStream().wait();
        }));
        if (m_work.directions > 1)
            separate(context, joined, output);
        return {};
    }

    std::string implementation() const override { return m_primitive.implementation; }

private:
    /// Returns memory for an output. An unused output gets scratch memory, because the primitive
    /// writes all outputs.
    static Result<float*> outputMemory(RunContext& context, std::size_t i, const Dims& dims)
    {
        if (context.hasOutput(i))
            return reinterpret_cast<float*>(TRY(context.output(i, ElementType::Float, dims))->data);
        return reinterpret_cast<float*>(
            TRY(context.scratch(static_cast<std::size_t>(elementCount(dims)) * sizeof(float)))
                .data());
    }

    /// Copies [steps, batch, directions, hidden] to [steps, directions, batch, hidden].
    void separate(RunContext& context, const float* joined, float* output) const
    {
        const PhaseSpan span(context, Phase::Reorder);
        const auto bytes = static_cast<std::size_t>(m_work.hidden) * sizeof(float);
        for (std::int64_t step = 0; step < m_work.steps; ++step) {
            for (std::int64_t d = 0; d < m_work.directions; ++d) {
                for (std::int64_t b = 0; b < m_work.batch; ++b) {
                    std::memcpy(output,
                        joined
                            + ((step * m_work.batch + b) * m_work.directions + d) * m_work.hidden,
                        bytes);
                    output += m_work.hidden;
                }
            }
        }
    }

    RecurrentWork m_work;
    RecurrentPrimitive m_primitive;
    int m_threads;
    Memory m_source;
    Memory m_destination;
    std::array<Memory, 4> m_states; ///< hidden and cell state, before and after
    std::vector<float> m_zeros; ///< initial states if the inputs are absent
    std::vector<Tensor> m_weights; ///< in the layout of the primitive
    std::optional<Memory> m_scratchpad;
    std::unordered_map<int, Memory> m_arguments;
};

Result<std::unique_ptr<Kernel>> prepareRecurrent(const KernelRequest& request)
{
    const auto work = TRY(workOf(request));
    const auto [steps, batch, inputs, hidden, directions]
        = std::tuple(work.steps, work.batch, work.inputSize, work.hidden, work.directions);
    const Dims weights { 1, directions, inputs, work.gates, hidden };
    const Dims recurrence { 1, directions, hidden, work.gates, hidden };
    RecurrentDescriptors descriptors;
    descriptors.direction = work.direction;
    descriptors.source = plain(Dims { steps, batch, inputs });
    descriptors.state = descriptors.cell = plain(Dims { 1, directions, batch, hidden });
    descriptors.weights = anyLayout(weights);
    descriptors.recurrence = anyLayout(recurrence);
    descriptors.bias = plain(Dims { 1, directions, work.biasGates(), hidden });
    descriptors.destination = plain(Dims { steps, batch, directions * hidden });
    setLibraryThreads(request.settings.threads);
    auto primitive
        = TRY(guarded(request.node.type, [&] { return recurrent(work.cell, descriptors); }));
    const auto wanted = std::pair(primitive.weights, primitive.recurrence);
    auto kernel = std::make_unique<RecurrentKernel>(
        work, descriptors, std::move(primitive), request.settings.threads);
    TRY(guarded("weights", [&] {
        kernel->addWeights(DNNL_ARG_WEIGHTS_LAYER,
            turnedWeights(work, *request.input(1).constant, inputs), plain(weights), wanted.first);
        kernel->addWeights(DNNL_ARG_WEIGHTS_ITER,
            turnedWeights(work, *request.input(2).constant, hidden), plain(recurrence),
            wanted.second);
        kernel->addWeights(DNNL_ARG_BIAS, sumOfBiases(work, request.input(3).constant),
            descriptors.bias, descriptors.bias);
    }));
    return std::unique_ptr<Kernel>(std::move(kernel));
}

const RegisterLibrary lstm("LSTM", prepareRecurrent);
const RegisterLibrary gru("GRU", prepareRecurrent);

} // namespace

} // namespace engine::onednn
