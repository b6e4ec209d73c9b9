#include "model/edit/convert/converted_weights.h"

#include "model/support/mapped_file.h"
#include "model/support/text.h"

namespace model::edit::convert {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::uint64_t largestInMemory = 64U << 10;

} // namespace

Result<void> ConvertedWeights::openFile()
{
    if (m_folder)
        return {};
    m_folder.emplace(TRY(support::TemporaryFolder::create()));
    m_file.open(m_folder->path() / "weights", std::ios::binary);
    if (m_file)
        return {};
    return failAs(ErrorKind::Resource, "cannot write to ", m_folder->path().string());
}

Result<void> ConvertedWeights::add(const Model& model, const Tensor& tensor)
{
    const auto data = TRY(model.store->bytes(tensor));
    const auto count = elementCount(tensor.dims).value_or(0);
    const auto after = packedBytes(m_to, count).value_or(0);
    Part part { { m_to, tensor.dims, {}, {}, {} }, m_fileBytes, 0 };
    const bool isInMemory = after <= largestInMemory;
    if (!isInMemory)
        TRY(openFile());
    std::vector<std::byte> memory; // pieces are larger than what stays in memory
    std::uint64_t clamped = 0;
    std::uint64_t vanished = 0;
    const bool isWritten = support::visitPieces(data.bytes, [&](Bytes piece) {
        auto some = converted(piece, tensor.element, m_to);
        clamped += some.clamped;
        vanished += some.vanished;
        if (isInMemory) {
            memory = std::move(some.bytes);
            return true;
        }
        m_file.write(reinterpret_cast<const char*>(some.bytes.data()),
            static_cast<std::streamsize>(some.bytes.size()));
        return m_file.good();
    });
    support::forgetPages(data.bytes);
    if (!isWritten)
        return failAs(ErrorKind::Resource, "no space for ", support::bytesText(after),
            " of converted weights in ", m_folder->path().string());
    if (isInMemory) {
        const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(memory));
        part.source.bytes = *owner;
        part.source.owner = owner;
    } else {
        part.bytes = after;
        m_fileBytes += after;
    }
    m_before += data.bytes.size();
    m_after += after;
    m_clamped += clamped;
    m_vanished += vanished;
    m_clampedTensors += clamped > 0;
    m_vanishedTensors += vanished > 0;
    m_parts.push_back(std::move(part));
    return {};
}

void ConvertedWeights::count(const ConvertedWeights& other)
{
    m_before += other.m_before;
    m_after += other.m_after;
    m_clamped += other.m_clamped;
    m_vanished += other.m_vanished;
    m_clampedTensors += other.m_clampedTensors;
    m_vanishedTensors += other.m_vanishedTensors;
}

Result<std::vector<TensorSource>> ConvertedWeights::take()
{
    std::shared_ptr<const support::MappedFile> mapped;
    if (m_folder) {
        m_file.close();
        if (!m_file)
            return failAs(ErrorKind::Resource, "cannot write to ", m_folder->path().string());
        // The mapping outlives the folder, which is removed with this object.
        mapped = TRY(support::MappedFile::open(m_folder->path() / "weights"));
    }
    std::vector<TensorSource> sources;
    for (auto& part : m_parts) {
        if (part.bytes > 0) {
            part.source.bytes = mapped->bytes().subspan(
                static_cast<std::size_t>(part.offset), static_cast<std::size_t>(part.bytes));
            part.source.owner = mapped;
        }
        sources.push_back(std::move(part.source));
    }
    return sources;
}

} // namespace model::edit::convert
