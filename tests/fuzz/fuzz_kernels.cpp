#include "tests/fuzz/node_run.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

/// The bytes choose a node of any operator, its types, shapes, attributes and defects.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const auto made = fuzz::makeCase(std::span(bytes, size));
    const auto run = fuzz::runNode(made);
    for (const auto& words : run.failures)
        std::fprintf(stderr, "%s: %s\n", made.text.c_str(), words.c_str());
    if (!run.failures.empty())
        std::abort();
    return 0;
}
