#include "app/build/build_facts.h"

#include <commit.h>

namespace app {

std::string buildFacts()
{
    const std::string commit = OPSCOPE_COMMIT;
    const std::string sanitizers = OPSCOPE_SANITIZERS;
    const std::string features = OPSCOPE_FEATURES;
    const std::string absent = OPSCOPE_ABSENT_FEATURES;
    return OPSCOPE_VERSION "\ncommit " + (commit.empty() ? "unknown" : commit)
        + "\nbuilt by " OPSCOPE_COMPILER " with " OPSCOPE_FLAGS
        + (sanitizers.empty() ? "" : ", sanitizers " + sanitizers) + "\nwith "
        + (features.empty() ? "no optional library" : features)
        + (absent.empty() ? "" : "; without " + absent);
}

} // namespace app
