#include "app/cli/profiling/profile_of_model.h"

#include "model/support/hash.h"
#include "model/support/text.h"
#include "profiler/importers/importer.h"

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

Result<std::shared_ptr<const profiler::Profile>> profileOfModel(
    const std::string& path, const std::filesystem::path& model, std::stop_token stop)
{
    auto profile = TRY(profiler::importProfile(path, stop));
    const auto sha256 = TRY(support::sha256OfFile(model, std::move(stop)));
    if (profile->metadata.text(profiler::keys::modelSha256) != sha256)
        return failAs(ErrorKind::Usage, "--profile ", path, " is of another model: ",
            support::quote(profile->metadata.text(profiler::keys::modelName)));
    return profile;
}

} // namespace cli
