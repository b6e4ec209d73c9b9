#pragma once

#include <QObject>

#include <utility>
#include <vector>

namespace ui {

/// Connections that end together: by clear(), at the latest with this object. For those to a
/// document that a view shows for a while.
class Connections {
public:
    Connections() = default;
    Connections(const Connections&) = delete;
    Connections& operator=(const Connections&) = delete;
    ~Connections() { clear(); }

    /// Takes what QObject::connect takes.
    template <typename... Arguments>
    void add(Arguments&&... arguments)
    {
        m_connections.push_back(QObject::connect(std::forward<Arguments>(arguments)...));
    }
    void clear()
    {
        for (const auto& connection : std::exchange(m_connections, {}))
            QObject::disconnect(connection);
    }

private:
    std::vector<QMetaObject::Connection> m_connections;
};

} // namespace ui
