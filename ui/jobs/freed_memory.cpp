#include "ui/jobs/freed_memory.h"

#include <malloc.h>

// Of mimalloc, where it is linked: cmake/OpscopeLayer.cmake, opscope_use_allocator.
extern "C" [[gnu::weak]] void mi_collect(bool force) noexcept;

namespace ui {

void returnFreedMemory()
{
    if (mi_collect != nullptr)
        mi_collect(true);
    else
        ::malloc_trim(0);
}

} // namespace ui
