#include "tests/support/gpu/fake_libraries.h"

namespace testing {

namespace {

// Only the addresses of these are used.
char cublasLtLibrary = 0;
char cudnnLibrary = 0;

}

double& fakeMicroseconds()
{
    static double time = 0;
    return time;
}

engine::cuda::Loader fakeLoader()
{
    engine::cuda::Loader loader;
    loader.open = [](const std::string& path) -> void* {
        if (fakeCublasLt().isThere && path == "libcublasLt.so.13")
            return &cublasLtLibrary;
        if (fakeCudnn().isThere && path == "libcudnn.so.9")
            return &cudnnLibrary;
        return nullptr;
    };
    loader.error = [] { return std::string("no such file"); };
    loader.symbol = [](void* library, const char* name) -> void* {
        return library == &cublasLtLibrary ? fakeCublasLtFunction(name) : fakeCudnnFunction(name);
    };
    loader.path = [](void*) { return std::string("/fake"); };
    return loader;
}

}
