#pragma once

#include "model/edit/document.h"
#include "tests/model/edit/model_text.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace testing {

/// Documents for tests of operations, in a folder of their own.
class EditFixture {
public:
    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    /// Writes a model file and opens it; null if that fails.
    std::unique_ptr<model::edit::Document> openedBytes(
        std::string_view bytes, const std::string& name = "model.onnx") const
    {
        std::ofstream(path(name), std::ios::binary) << bytes;
        auto document = model::edit::Document::open(path(name));
        return document ? *std::move(document) : nullptr;
    }
    /// The same for a model from text lines (graph_text.h).
    std::unique_ptr<model::edit::Document> opened(
        std::string_view graph, const std::string& name = "model.onnx") const
    {
        return openedBytes(modelBytesFromText(graph), name);
    }
    static std::unique_ptr<model::edit::Document> feature(const char* file)
    {
        auto document = model::edit::Document::open(sourceDir() / "tests/data/features" / file);
        return document ? *std::move(document) : nullptr;
    }
    /// Applies a script. Returns the sentences, a line each, or why it is refused.
    std::string apply(model::edit::Document& document, std::string_view script) const
    {
        const auto operations = model::edit::operationsFrom(script);
        if (!operations)
            return "not read: " + operations.error().message();
        const auto before = document.doneSteps();
        const auto applied = document.applyAll(*operations, m_folder.path().toStdString());
        if (!applied)
            return "refused: " + applied.error().message();
        std::string text;
        for (auto i = before; i < document.doneSteps(); ++i)
            text += document.steps()[i].text + "\n";
        return text;
    }

private:
    QTemporaryDir m_folder;
};

/// Takes all steps back and does them again; empty if both gave the bytes that were there before.
inline std::string undoneAndRedone(
    model::edit::Document& document, const std::string& originalBytes)
{
    const auto edited = editedBytes(document);
    const auto text = fullModelText(*document.model());
    while (document.canUndo())
        if (!document.undo())
            return "undo fails";
    if (editedBytes(document) != originalBytes)
        return "undo gives other bytes";
    while (document.canRedo())
        if (!document.redo())
            return "redo fails";
    if (editedBytes(document) != edited)
        return "redo gives other bytes";
    return fullModelText(*document.model()) == text ? "" : "redo gives another model";
}

} // namespace testing
