#pragma once

#include <QtTest>

/// The test classes of a folder are linked into one program: QTEST_MAIN and similar macros register
/// a class under the name of its file instead of defining main(). `program NAME
/// [QTEST-ARGUMENT...]` runs one of them, so that each test has its own process
/// (tests/support/qt_test/main.cpp). A file that defines main() itself is a program of its own.
namespace testing {

using TestRun = int (*)(int argc, char** argv);

struct RegisteredTest {
    RegisteredTest(const char* file, TestRun run);
};

}

#undef QTEST_MAIN_WRAPPER
#define QTEST_MAIN_WRAPPER(TestObject, ...)                                                        \
    static const testing::RegisteredTest registered##TestObject(                                   \
        __FILE__, [](int argc, char** argv) -> int {                                               \
            QTest::Internal::callInitMain<TestObject>();                                           \
            __VA_ARGS__                                                                            \
            TestObject tc;                                                                         \
            return QTest::qExec(&tc, argc, argv);                                                  \
        });
