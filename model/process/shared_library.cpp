#include "model/process/shared_library.h"

#include "model/support/text.h"

#include <dlfcn.h>

namespace support {

Result<void*> openSharedLibrary(const std::filesystem::path& file)
{
    void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr)
        return library;
    const char* const reason = ::dlerror();
    return failAs(
        ErrorKind::Resource, sanitise(reason != nullptr ? reason : "the loader gives no reason"));
}

FunctionAddress findFunction(void* library, const char* name) { return { ::dlsym(library, name) }; }

} // namespace support
