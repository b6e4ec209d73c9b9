#include "engine/cuda/code_cache.h"

#include "model/support/atomic_file.h"
#include "model/support/cache_folder.h"
#include "model/support/hash.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace engine::cuda {

namespace fs = std::filesystem;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

// A file is one of these heads, a line with the SHA-256 of head and code in hexadecimal, and the
// code.
constexpr std::string_view cubinHead = "opscope cubin 1\n";
constexpr std::string_view ptxHead = "opscope ptx   1\n";
constexpr std::size_t hashDigits = 64;
constexpr std::uintmax_t maxBytes = 64u << 20;

std::string hashOf(std::string_view text)
{
    return support::sha256(std::as_bytes(std::span(text.data(), text.size())));
}

std::string wholeFile(const fs::path& path)
{
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    if (error || bytes > maxBytes)
        return {};
    std::ifstream stream(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

} // namespace

CodeCache::CodeCache(fs::path folder)
    : m_folder(std::move(folder))
{
}

fs::path CodeCache::fileOf(const std::string& key) const { return m_folder / hashOf(key); }

std::optional<CompiledCode> CodeCache::find(const std::string& key) const
{
    if (m_folder.empty())
        return std::nullopt;
    const auto text = wholeFile(fileOf(key));
    const auto start = cubinHead.size() + hashDigits + 1;
    if (text.size() <= start)
        return std::nullopt;
    const auto head = std::string_view(text).substr(0, cubinHead.size());
    const auto hash = std::string_view(text).substr(cubinHead.size(), hashDigits);
    const auto code = std::string_view(text).substr(start);
    const bool isWhole = (head == cubinHead || head == ptxHead)
        && hash == hashOf(std::string(head) + std::string(code));
    if (!isWhole)
        return std::nullopt;
    return CompiledCode { std::string(code), head == ptxHead };
}

Result<void> CodeCache::store(const std::string& key, const CompiledCode& code) const
{
    if (m_folder.empty())
        return {};
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (error)
        return failAs(
            ErrorKind::File, "cannot make the folder ", m_folder.string(), ": ", error.message());
    const std::string head(code.isPtx ? ptxHead : cubinHead);
    return support::writeFile(fileOf(key), head + hashOf(head + code.bytes) + "\n" + code.bytes);
}

fs::path codeCacheFolder()
{
    const auto folder = support::cacheFolder();
    return folder.empty() ? folder : folder / "cubin";
}

} // namespace engine::cuda
