#pragma once

#include "engine/kernel/tensor.h"
#include "profiler/engines/engine_session.h"
#include "tests/support/graph_text.h"

#include <QFile>
#include <QTemporaryDir>

#include <filesystem>
#include <string_view>
#include <vector>

namespace testing {

/// A model file and the settings that open it.
class OpenVinoCase {
public:
    explicit OpenVinoCase(const std::filesystem::path& library, std::string_view text)
    {
        settings.library = library;
        settings.model = m_folder.filePath("model.onnx").toStdString();
        QFile file(QString::fromStdString(settings.model.string()));
        const auto bytes = modelBytesFromText(text);
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes.data(), qint64(bytes.size()));
    }
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    profiler::EngineSettings settings;

private:
    QTemporaryDir m_folder;
};

/// An input x of rows of three values.
inline std::vector<engine::NamedValue> batchOf(std::vector<float> values)
{
    const auto rows = std::ssize(values) / 3;
    return { { "x", { engine::tensorOf(values, { rows, 3 }) } } };
}

template <typename T>
std::vector<T> elements(const engine::NamedValue& value)
{
    const auto all = value.value.tensor().as<T>();
    return { all.begin(), all.end() };
}

} // namespace testing
