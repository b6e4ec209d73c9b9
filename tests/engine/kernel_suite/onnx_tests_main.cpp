// Runs folders of ONNX tests without Qt: onnx_tests FOLDER [FILTER [library|native|reference]]

#include "tests/support/engine/conformance.h"

#include <cstdio>

namespace {

void print(const char* outcome, const std::vector<testing::ConformanceResult::Entry>& entries)
{
    for (const auto& entry : entries)
        std::printf("%s %s: %s\n", outcome, entry.name.c_str(), entry.message.c_str());
}

}

int main(int count, char** arguments)
{
    if (count < 2) {
        std::fprintf(stderr, "usage: onnx_tests FOLDER [FILTER [library|native|reference]]\n");
        return 2;
    }
    const auto result = testing::runConformance(arguments[1], count > 2 ? arguments[2] : "",
        testing::tiersFrom(count > 3 ? arguments[3] : "reference"));
    print("FAIL", result.failed);
    print("UNSUPPORTED", result.unsupported);
    std::printf("%zu passed, %zu failed, %zu unsupported\n", result.passed, result.failed.size(),
        result.unsupported.size());
    return result.failed.empty() ? 0 : 1;
}
