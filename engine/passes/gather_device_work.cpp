#include "engine/passes/gather_device_work.h"

#include "engine/kernel/copy_kernel.h"

#include <algorithm>
#include <array>
#include <queue>

namespace engine {

namespace {

/// Kinds of work, in the order in which they are preferred.
enum class Place : std::size_t { Host, Device, CopyBack };

Place placeOf(const Op& op)
{
    if (isCopy(op.node))
        return op.device == DeviceKind::Cpu ? Place::CopyBack : Place::Host;
    return op.device == DeviceKind::Cpu ? Place::Host : Place::Device;
}

/// List scheduling: of the operators that are ready, all of the host run first, then all of the
/// device, then one copy back. Among equals the old order is kept.
class Order {
public:
    explicit Order(const Program& program)
        : m_program(program)
        , m_ops(program.main().ops)
        , m_readers(m_ops.size())
        , m_waitsFor(m_ops.size())
    {
        std::vector<std::size_t> positions(program.ops.size(), m_ops.size());
        for (std::size_t i = 0; i < m_ops.size(); ++i)
            positions[m_ops[i].value()] = i;
        for (std::size_t i = 0; i < m_ops.size(); ++i) {
            for (const auto value : readBy(program.op(m_ops[i]))) {
                const auto maker = value.isValid() ? program.value(value).producer : OpId();
                const auto from = maker.isValid() ? positions[maker.value()] : m_ops.size();
                if (from >= i) // of another block, or removed
                    continue;
                m_readers[from].push_back(i);
                ++m_waitsFor[i];
            }
        }
    }

    std::vector<OpId> run()
    {
        for (std::size_t i = 0; i < m_ops.size(); ++i) {
            if (m_waitsFor[i] == 0)
                enqueue(i);
        }
        std::vector<OpId> order;
        while (order.size() < m_ops.size()) {
            auto& ready = *std::ranges::find_if(m_ready, [](const auto& q) { return !q.empty(); });
            const auto next = ready.top();
            ready.pop();
            order.push_back(m_ops[next]);
            for (const auto reader : m_readers[next]) {
                if (--m_waitsFor[reader] == 0)
                    enqueue(reader);
            }
        }
        return order;
    }

private:
    std::vector<ProgramValueId> readBy(const Op& op) const
    {
        auto values = op.inputs;
        for (const auto& body : op.bodies)
            std::ranges::copy(capturesOf(m_program, body.block), std::back_inserter(values));
        return values;
    }

    void enqueue(std::size_t position)
    {
        const auto place = placeOf(m_program.op(m_ops[position]));
        m_ready[static_cast<std::size_t>(place)].push(position);
    }

    using Queue
        = std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<std::size_t>>;

    const Program& m_program;
    std::vector<OpId> m_ops;
    std::vector<std::vector<std::size_t>> m_readers; ///< by position
    std::vector<std::size_t> m_waitsFor;
    std::array<Queue, 3> m_ready; ///< by Place
};

} // namespace

void gatherDeviceWork(Program& program)
{
    std::erase_if(
        program.block(BlockId(0u)).ops, [&](OpId id) { return program.op(id).isRemoved; });
    auto order = Order(program).run();
    program.block(BlockId(0u)).ops = std::move(order);
}

} // namespace engine
