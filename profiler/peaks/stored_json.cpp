#include "profiler/peaks/stored_json.h"

#include "model/support/atomic_file.h"
#include "model/support/mapped_file.h"

namespace profiler {

std::optional<support::JsonValue> readStoredJson(const std::filesystem::path& file)
{
    const auto mapped = support::MappedFile::open(file);
    if (!mapped)
        return {};
    const auto bytes = (*mapped)->bytes();
    auto json = support::parseJson({ reinterpret_cast<const char*>(bytes.data()), bytes.size() });
    return json ? std::optional(*std::move(json)) : std::nullopt;
}

support::Result<void> storeJson(const std::filesystem::path& file, std::string_view json)
{
    std::error_code ignored; // ignored: creating the file reports a better error
    std::filesystem::create_directories(file.parent_path(), ignored);
    auto out = TRY(support::AtomicFile::create(file));
    TRY(out.write(json));
    return out.commit();
}

}
