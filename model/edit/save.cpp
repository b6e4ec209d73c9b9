#include "model/edit/save.h"

#include "model/edit/new_messages.h"
#include "model/edit/tensor_content.h"
#include "model/onnx/parser.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <variant>
#include <vector>

namespace model::edit {

namespace {

namespace fs = std::filesystem;
using onnx_pb::GraphProto;
using onnx_pb::TensorProto;
using support::AtomicFile;
using support::ErrorKind;
using support::failAs;
using support::Result;

/// Returns a path beside the target that no file has: `model.onnx.data`, `model.onnx.1.data`.
fs::path freeName(const fs::path& target, std::size_t& number)
{
    for (;; ++number) {
        auto path = target;
        path += (number == 0 ? "" : "." + std::to_string(number)) + ".data";
        std::error_code ignored;
        if (fs::symlink_status(path, ignored).type() == fs::file_type::not_found)
            return path;
    }
}

/// Moves the data of initializers between the model file and files beside it.
class DataMover {
public:
    DataMover(Document& document, const fs::path& target, const SaveOptions& options)
        : m_model(*document.model())
        , m_editing(*document.model(), document.file().root(), m_change, {})
        , m_target(target)
        , m_options(options)
    {
    }
    DataMover(const DataMover&) = delete;
    ~DataMover()
    {
        m_change.undo();
        std::error_code ignored;
        if (!m_isKept)
            for (const auto& path : m_saved.dataFiles)
                fs::remove(path, ignored);
    }

    Result<void> run(const std::stop_token& stop)
    {
        for (const auto& graph : m_model.graphs) {
            if (!m_editing.fieldsOf(graph.id).hasTypedInterface)
                continue; // a function has no initializers
            auto* const message = TRY(m_editing.graphMessage(graph.id));
            for (const auto position : positionsOf(*message, GraphProto::kInitializerFieldNumber)) {
                if (stop.stop_requested())
                    return failAs(ErrorKind::Cancelled, "saving was stopped");
                auto* const tensor = TRY(m_change.open(*message, position));
                TRY(move(*tensor));
            }
        }
        return commitFile();
    }
    SavedModel keep()
    {
        m_isKept = true;
        return m_saved;
    }

private:
    Result<void> move(Message& tensor);
    Result<std::uint64_t> append(Bytes bytes);
    Result<void> commitFile();

    const Model& m_model;
    Change m_change;
    Editing m_editing;
    const fs::path m_target;
    const SaveOptions m_options;
    std::optional<AtomicFile> m_file;
    std::uint64_t m_fileBytes = 0;
    std::size_t m_number = 0;
    SavedModel m_saved;
    bool m_isKept = false;
};

Result<void> DataMover::move(Message& tensor)
{
    const auto content = TRY(tensorContent(tensor, *m_model.store));
    if (content.place == TensorContent::Place::None)
        return {};
    const bool staysInside = m_options.externalData == ExternalData::None
        || content.bytes.size() < m_options.thresholdBytes;
    if (staysInside && content.place == TensorContent::Place::Inside)
        return {};
    std::uint64_t offset = 0;
    if (!staysInside)
        offset = TRY(append(content.bytes));
    if (!staysInside) {
        setExternalPlace(m_change, tensor, m_saved.dataFiles.back().filename().string(), offset,
            content.bytes.size());
        return {};
    }
    removeData(m_change, tensor);
    m_change.append(
        tensor, viewField(TensorProto::kRawDataFieldNumber, content.bytes, content.owner));
    return {};
}

/// Returns the offset in the newest data file.
Result<std::uint64_t> DataMover::append(Bytes bytes)
{
    if (m_file && m_options.externalData == ExternalData::Many)
        TRY(commitFile());
    if (!m_file) {
        const auto path = freeName(m_target, m_number);
        ++m_number;
        m_file.emplace(TRY(AtomicFile::create(path)));
        m_fileBytes = 0;
        m_saved.dataFiles.push_back(path);
    }
    const auto alignment = std::max<std::uint64_t>(m_options.alignmentBytes, 1);
    const auto padding = (alignment - m_fileBytes % alignment) % alignment;
    TRY(m_file->write(std::string(static_cast<std::size_t>(padding), '\0')));
    Result<void> written;
    support::visitPieces(bytes, [&](Bytes piece) {
        written = m_file->write(piece);
        return static_cast<bool>(written);
    });
    support::forgetPages(bytes);
    TRY(std::move(written));
    const auto offset = m_fileBytes + padding;
    m_fileBytes = offset + bytes.size();
    m_saved.dataBytes += padding + bytes.size();
    return offset;
}

Result<void> DataMover::commitFile()
{
    if (m_file)
        TRY(m_file->commit());
    m_file.reset();
    return {};
}

/// Fails if the model names external files that are not found from the target's folder.
Result<void> checkFolder(const Document& document, const fs::path& target)
{
    const auto isOutside
        = [](const Tensor& tensor) { return tensor.ref.place == TensorRef::Place::ExternalFile; };
    const auto found = std::ranges::find_if(document.model()->tensors, isOutside);
    std::error_code ignored;
    if (found == document.model()->tensors.end()
        || fs::equivalent(
            support::folderOf(target), support::folderOf(document.file().path()), ignored))
        return {};
    return failAs(ErrorKind::Usage, "weights are in external files such as ",
        support::quote(found->ref.file), ", which are not found from ",
        support::folderOf(target).string(),
        "; save into the folder of the model, or move the data (external data: one, many or "
        "none)");
}

/// External files that tensors of a model name, as normal paths from the model's folder.
class ExternalFiles {
public:
    explicit ExternalFiles(const fs::path& model)
        : m_folder(support::folderOf(model))
    {
    }

    void addInitializers(const Model& model) { add(model.tensors); }
    void addAttributes(const Model& model)
    {
        for (const auto& node : model.nodes)
            for (const auto& attribute : node.attributes) {
                if (const auto* const one = std::get_if<Tensor>(&attribute.value))
                    add({ one, 1 });
                else if (const auto* const list
                    = std::get_if<std::vector<Tensor>>(&attribute.value))
                    add(*list);
            }
    }
    void addFile(const fs::path& path) { m_files.insert(path.lexically_normal()); }
    const std::set<fs::path>& files() const { return m_files; }

private:
    void add(std::span<const Tensor> tensors)
    {
        for (const auto& tensor : tensors)
            if (tensor.ref.place == TensorRef::Place::ExternalFile)
                addFile(m_folder / tensor.ref.file);
    }

    fs::path m_folder;
    std::set<fs::path> m_files;
};

/// The files of the model that is at a path; none if there is no model.
ExternalFiles filesOfReplaced(const fs::path& path)
{
    ExternalFiles files(path);
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
        return files;
    if (const auto model = onnx::openModel(path)) {
        files.addInitializers(**model);
        files.addAttributes(**model);
    }
    return files;
}

} // namespace

Result<SavedModel> save(
    Document& document, const fs::path& target, const SaveOptions& options, std::stop_token stop)
{
    const auto before = filesOfReplaced(target);
    ExternalFiles read(target);
    read.addAttributes(*document.model());
    SavedModel saved;
    if (options.externalData == ExternalData::Keep) {
        TRY(checkFolder(document, target));
        TRY(document.file().save(target, stop));
        read.addInitializers(*document.model());
    } else {
        DataMover mover(document, target, options);
        TRY(mover.run(stop));
        TRY(document.file().save(target, stop));
        saved = mover.keep();
        for (const auto& file : saved.dataFiles)
            read.addFile(file);
    }
    std::ranges::set_difference(before.files(), read.files(), std::back_inserter(saved.unused));
    return saved;
}

} // namespace model::edit
