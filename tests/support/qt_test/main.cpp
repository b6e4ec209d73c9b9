#include "tests/support/qt_test/registered_test.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace testing {
namespace {

std::map<std::string, TestRun>& registeredTests()
{
    static std::map<std::string, TestRun> tests;
    return tests;
}

}

RegisteredTest::RegisteredTest(const char* file, TestRun run)
{
    registeredTests()[std::filesystem::path(file).stem().string()] = run;
}

}

int main(int argc, char** argv)
{
    const auto& tests = testing::registeredTests();
    const auto found = argc > 1 ? tests.find(argv[1]) : tests.end();
    // argv[1] becomes the program's name, and thereby that of its settings.
    if (found != tests.end())
        return found->second(argc - 1, argv + 1);
    std::fprintf(stderr, "usage: %s TEST [QTEST-ARGUMENT...]\n", argv[0]);
    for (const auto& [name, run] : tests)
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
