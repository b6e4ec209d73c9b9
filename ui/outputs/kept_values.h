#pragma once

#include "model/element_type.h"
#include "model/graph.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <vector>

namespace model {
struct Model;
}

namespace ui {

/// A value that a run computed, in a file of the session's folder.
struct KeptValue {
    std::weak_ptr<const model::Model> model; ///< of the document at the time of the run
    model::ValueId value; ///< in this model
    QString name; ///< of the value
    QString modelPath;
    QString file; ///< TensorProto
    QString words; ///< its origin: `output of run 2`
    model::ElementType element = model::ElementType::Undefined; ///< also if it is no tensor
    std::vector<std::int64_t> dims;
};

/// The values that runs have kept. Each run has a folder for its files.
class KeptValues {
public:
    void add(KeptValue value);
    /// The latest; null if no run has kept this value, or if the model was reloaded since.
    const KeptValue* find(const model::Model& model, model::ValueId value) const;
    /// The latest first; only those of models that are still open.
    std::vector<const KeptValue*> ofOpenModels() const;
    /// Removes the folders of runs whose model is closed or reloaded. Of the others it keeps the
    /// latest one and those that fit in `mostBytes` with it. A folder with a file in `used`
    /// stays. Returns the values that find() gave before and gives differently now.
    std::vector<model::ValueId> removeUnneeded(const QStringList& used, qint64 mostBytes);

private:
    std::vector<KeptValue> m_values; // in the order of the runs
};

} // namespace ui
