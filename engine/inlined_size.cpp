#include "engine/inlined_size.h"

#include <algorithm>
#include <vector>

namespace engine {

namespace {

/// Sums from callees to callers, with a stack of its own: the depth comes from a file.
class Counter {
public:
    Counter(const model::Model& model, std::size_t most)
        : m_ceiling(most + 1)
        , m_bodies(model.functions.size() + 1)
    {
        for (const auto& node : model.nodes) {
            const auto owner = model.graph(node.graph).function;
            auto& body = m_bodies[owner.isValid() ? owner.value() : model.functions.size()];
            if (node.function.isValid())
                body.calls.push_back(node.function.value());
            else
                body.total = std::min(body.total + 1, m_ceiling);
        }
    }

    std::size_t count()
    {
        std::vector<std::size_t> open { m_bodies.size() - 1 };
        m_bodies.back().state = State::Open;
        while (!open.empty()) {
            auto& body = m_bodies[open.back()];
            if (body.next == body.calls.size()) {
                body.state = State::Done;
                open.pop_back();
                continue;
            }
            auto& callee = m_bodies[body.calls[body.next]];
            if (callee.state == State::Open)
                return m_ceiling;
            if (callee.state == State::New) {
                callee.state = State::Open;
                open.push_back(body.calls[body.next]);
                continue;
            }
            body.total = std::min(body.total + callee.total, m_ceiling);
            ++body.next;
        }
        return m_bodies.back().total;
    }

private:
    enum class State { New, Open, Done };
    struct Body {
        std::vector<std::size_t> calls;
        std::size_t next = 0;
        std::size_t total = 0;
        State state = State::New;
    };

    std::size_t m_ceiling;
    std::vector<Body> m_bodies; // of functions, and last of the main graph
};

} // namespace

std::size_t inlinedOperators(const model::Model& model, std::size_t most)
{
    return Counter(model, most).count();
}

} // namespace engine
