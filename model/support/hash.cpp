#include "model/support/hash.h"

#include "model/support/mapped_file.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <openssl/evp.h>
#include <xxhash.h>

namespace support {

namespace {

/// OpenSSL's digest context. The default provider always has SHA-256, so failures are asserted and
/// not reported.
class Sha256 {
public:
    Sha256()
        : m_context(EVP_MD_CTX_new())
    {
        [[maybe_unused]] const int ok = EVP_DigestInit_ex(m_context, EVP_sha256(), nullptr);
        assert(ok == 1 && "SHA-256 must be available");
    }
    ~Sha256() { EVP_MD_CTX_free(m_context); }
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(std::span<const std::byte> bytes)
    {
        EVP_DigestUpdate(m_context, bytes.data(), bytes.size());
    }

    std::string hex()
    {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest {};
        unsigned length = 0;
        EVP_DigestFinal_ex(m_context, digest.data(), &length);
        std::string text;
        for (unsigned i = 0; i < length; ++i) {
            static constexpr std::string_view digits = "0123456789abcdef";
            text += digits[digest[i] >> 4];
            text += digits[digest[i] & 15];
        }
        return text;
    }

private:
    EVP_MD_CTX* m_context;
};

Hash128 fromXxh(XXH128_hash_t hash) { return { hash.low64, hash.high64 }; }

} // namespace

std::string sha256(std::span<const std::byte> bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

Result<std::string> sha256OfFile(
    const std::filesystem::path& path, std::stop_token stop, const Progress& progress)
{
    const auto file = TRY(MappedFile::open(path));
    const auto bytes = file->bytes();
    constexpr std::size_t piece = 8 << 20;
    Sha256 hash;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "hashing ", path.string(), " was stopped");
        hash.add(bytes.subspan(at, std::min(piece, bytes.size() - at)));
        if (progress)
            progress("hashing the file", at, bytes.size());
    }
    return hash.hex();
}

std::string Hash128::hex() const
{
    std::array<char, 40> text {};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(high),
        static_cast<unsigned long long>(low));
    return text.data();
}

Hash128 xxh3(std::span<const std::byte> bytes)
{
    return fromXxh(XXH3_128bits(bytes.data(), bytes.size()));
}

struct ContentHash::State {
    XXH3_state_t* xxh = XXH3_createState();
    ~State() { XXH3_freeState(xxh); }
};

ContentHash::ContentHash()
    : m_state(std::make_unique<State>())
{
    XXH3_128bits_reset(m_state->xxh);
}

ContentHash::~ContentHash() = default;

void ContentHash::add(std::span<const std::byte> bytes)
{
    XXH3_128bits_update(m_state->xxh, bytes.data(), bytes.size());
}

void ContentHash::add(std::string_view text)
{
    add(static_cast<std::int64_t>(text.size()));
    add(std::as_bytes(std::span(text.data(), text.size())));
}

void ContentHash::add(std::int64_t number) { add(std::as_bytes(std::span(&number, 1))); }

Hash128 ContentHash::value() const { return fromXxh(XXH3_128bits_digest(m_state->xxh)); }

} // namespace support
