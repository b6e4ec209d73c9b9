#include "engine/passes/derived_operations.h"
#include "model/edit/document.h"
#include "model/edit/fragment.h"
#include "model/edit/save.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "tests/model/edit/model_text.h"
#include "tests/model/edit/random_operation.h"

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <random>
#include <string>

// Sequences of random operations on models, for random_edits.py.
//
//     edit_sequences FOLDER PASTED NEXT OPERATIONS < REQUESTS
//
// A request is a line `SEED any|same MODEL`. With `same`, all operations keep what the model
// computes. PASTED is a model whose nodes are pasted, NEXT one that is merged. After a sequence,
// FOLDER/edited.onnx is the model, and a line of JSON says what was done and what is wrong: whether
// the saved file differs from the model in memory or has other findings, whether undo does not lead
// to the bytes of the original, or redo not to those of the result.

namespace {

namespace fs = std::filesystem;
using namespace model::edit;
using support::JsonWriter;
using support::Result;

struct Setting {
    fs::path folder;
    std::string fragment;
    fs::path next;
    int operations = 0;
};

struct Request {
    std::uint32_t seed = 0;
    bool keepsMeaning = false;
    fs::path model;
};

struct Outcome {
    std::map<std::string, int> applied; ///< by operation
    std::map<std::string, int> refused;
    std::vector<std::string> faults;
    std::map<std::string, int> errors; ///< findings of the result, by rule
    std::map<std::string, int> errorsBefore;
    std::string script;
};

/// Operations that need the model: repairs, folded constants.
Result<std::vector<Operation>> derived(const Document& document, std::size_t which)
{
    constexpr std::uint64_t mostBytes = 64 << 10;
    return which == 0 ? engine::repairing(document.model())
                      : engine::folding(mostBytes)(document.model());
}

/// Findings as text, with the paths.
std::map<std::string, int> findingTexts(const std::shared_ptr<const model::Model>& model)
{
    std::map<std::string, int> texts;
    for (const auto& finding : model::allFindings(*model::analyse(model)))
        ++texts[finding.code + " " + finding.where.path + ": " + finding.message];
    return texts;
}

std::map<std::string, int> errorsOf(const std::shared_ptr<const model::Model>& model)
{
    std::map<std::string, int> errors;
    for (const auto& finding : model::allFindings(*model::analyse(model)))
        if (finding.severity == support::Severity::Error || finding.code == "nodes-unsorted"
            || finding.code == "type-conflict" || finding.code == "input-type"
            || finding.code == "input-odd" || finding.code.starts_with("external-data"))
            ++errors[finding.code];
    return errors;
}

class Sequence {
public:
    Sequence(const Setting& setting, const Request& request)
        : m_setting(setting)
        , m_request(request)
        , m_random(request.seed)
        , m_operations(request.seed, setting.fragment, setting.next.string())
    {
    }

    Result<Outcome> run()
    {
        auto document = TRY(Document::open(m_request.model));
        const auto original = testing::editedBytes(*document);
        const auto originalText = testing::fullModelText(*document->model());
        m_outcome.errorsBefore = errorsOf(document->model());
        for (int i = 0; i < m_setting.operations; ++i)
            step(*document);
        const auto edited = testing::editedBytes(*document);
        m_outcome.errors = errorsOf(document->model());
        m_outcome.script = document->script();
        compareSaved(*document);
        save(*document);
        expect(testing::editedBytes(*document) == edited, "saving changed the model");
        while (document->canUndo())
            TRY(document->undo());
        expect(testing::editedBytes(*document) == original, "undo gives other bytes");
        expect(
            testing::fullModelText(*document->model()) == originalText, "undo gives another model");
        while (document->canRedo())
            TRY(document->redo());
        expect(testing::editedBytes(*document) == edited, "redo gives other bytes");
        return m_outcome;
    }

private:
    void expect(bool isTrue, const std::string& fault)
    {
        if (!isTrue)
            m_outcome.faults.push_back(fault);
    }

    void step(Document& document)
    {
        if (m_random() % 10 == 0) {
            const auto operations = derived(document, m_random() % 2);
            if (operations && !operations->empty())
                apply(document, *operations);
            return;
        }
        apply(document,
            { m_request.keepsMeaning ? m_operations.nextThatKeepsMeaning(*document.model())
                                     : m_operations.next(*document.model()) });
    }

    void apply(Document& document, const std::vector<Operation>& operations)
    {
        const auto before = testing::editedBytes(document);
        const auto applied = document.applyAll(operations);
        auto& counts = applied ? m_outcome.applied : m_outcome.refused;
        for (const auto& operation : operations)
            ++counts[operation.name];
        if (applied)
            return;
        expect(testing::editedBytes(document) == before,
            operations.front().name + " failed and changed the model");
        expect(applied.error().kind() != support::ErrorKind::Failed,
            textOf(operations.front()) + ": " + applied.error().message());
    }

    /// Reads what is written, without any change of the weights' place.
    void compareSaved(Document& document)
    {
        const auto file = m_setting.folder / "plain.onnx";
        if (const auto saved = document.file().save(file); !saved)
            return expect(false, "not saved: " + saved.error().message());
        const auto read = model::onnx::openModel(file);
        if (!read)
            return expect(false, "not read: " + read.error().message());
        const auto isOutside = [](const model::Tensor& tensor) {
            return tensor.ref.place == model::TensorRef::Place::ExternalFile;
        };
        // The data is not in the folder of the result, so its consequences are not found there.
        if (std::ranges::any_of(document.model()->tensors, isOutside))
            return;
        const auto inMemory = findingTexts(document.model());
        const auto inFile = findingTexts(*read);
        for (const auto& [text, count] : inFile)
            if (const auto known = inMemory.find(text);
                known == inMemory.end() || known->second != count)
                expect(false, "only found in the file: " + text);
        for (const auto& [text, count] : inMemory)
            expect(inFile.contains(text), "not found in the file: " + text);
    }

    void save(Document& document)
    {
        SaveOptions options;
        options.externalData = std::array { ExternalData::None, ExternalData::One,
            ExternalData::Many }[m_random() % 3];
        options.thresholdBytes = 256; // ONNX Runtime needs shapes in the model file
        const auto saved = model::edit::save(document, m_setting.folder / "edited.onnx", options);
        if (!saved && saved.error().kind() != support::ErrorKind::Unsupported)
            expect(false,
                "not saved with " + std::to_string(static_cast<int>(options.externalData)) + ": "
                    + saved.error().message());
        if (!saved)
            fs::copy_file(m_setting.folder / "plain.onnx", m_setting.folder / "edited.onnx",
                fs::copy_options::overwrite_existing);
    }

    const Setting& m_setting;
    const Request& m_request;
    std::mt19937 m_random;
    testing::RandomOperations m_operations;
    Outcome m_outcome;
};

void removeFiles(const fs::path& folder)
{
    for (const auto& entry : fs::directory_iterator(folder))
        fs::remove(entry.path());
}

void writeCounts(JsonWriter& json, std::string_view name, const std::map<std::string, int>& counts)
{
    json.key(name).beginObject();
    for (const auto& [key, count] : counts)
        json.member(key, count);
    json.endObject();
}

std::string lineOf(const Result<Outcome>& outcome)
{
    return support::jsonLine([&](JsonWriter& json) {
        if (!outcome) {
            json.member("error", outcome.error().message());
            return;
        }
        writeCounts(json, "applied", outcome->applied);
        writeCounts(json, "refused", outcome->refused);
        writeCounts(json, "errors", outcome->errors);
        writeCounts(json, "errors_before", outcome->errorsBefore);
        json.member("faults", outcome->faults);
        json.member("script", outcome->script);
    });
}

Result<Setting> settingFrom(const char* const* arguments)
{
    Setting setting { arguments[1], {}, fs::absolute(arguments[3]), std::stoi(arguments[4]) };
    const auto pasted = TRY(Document::open(arguments[2]));
    setting.fragment = TRY(fragmentOf(*pasted, pasted->model()->main().nodes));
    return setting;
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 5) {
        std::cerr << "usage: edit_sequences FOLDER PASTED NEXT OPERATIONS < REQUESTS\n";
        return 2;
    }
    const auto setting = settingFrom(arguments);
    if (!setting) {
        std::cerr << setting.error().message() << "\n";
        return 2;
    }
    Request request;
    std::string mode;
    std::string path;
    while (std::cin >> request.seed >> mode && std::getline(std::cin >> std::ws, path)) {
        request.keepsMeaning = mode == "same";
        request.model = path;
        removeFiles(setting->folder);
        std::cout << lineOf(Sequence(*setting, request).run()) << std::endl;
    }
    return 0;
}
