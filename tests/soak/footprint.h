#pragma once

#include <QString>
#include <QStringList>

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace model {
struct Model;
}
namespace profiler {
struct Profile;
}

namespace soak {

/// What the process holds.
struct Footprint {
    double minutes = 0; ///< since the start
    std::size_t heapBytes = 0; ///< allocated and not freed
    std::size_t residentBytes = 0;
    int descriptors = 0;
    int threads = 0;
    int children = 0; ///< processes
    int files = 0; ///< in the folder for temporary files
    std::map<QString, int> widgets; ///< by class

    /// Returns unused memory to the system first.
    static Footprint now();
    int widgetCount() const;
    void print() const;
};

/// Classes of which `after` has more widgets: `QLabel +3`.
QString moreWidgets(const Footprint& before, const Footprint& after);

/// Median of a figure over the footprints [begin, end).
double medianOf(const std::vector<Footprint>& prints, std::size_t begin, std::size_t end,
    std::size_t Footprint::*figure);

/// Knows the models and profiles that were shown, and finds those that outlive their documents.
class Shown {
public:
    /// Takes those of all windows.
    void look();
    /// Those that still exist, with their files.
    QStringList alive() const;
    void forget();

private:
    std::map<std::weak_ptr<const model::Model>, QString, std::owner_less<>> m_models;
    std::map<std::weak_ptr<const profiler::Profile>, QString, std::owner_less<>> m_profiles;
};

} // namespace soak
