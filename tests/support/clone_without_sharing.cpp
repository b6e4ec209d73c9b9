/// For ThreadSanitizer only. QProcess creates a child that shares memory with this process until it
/// executes its program. GCC 12's ThreadSanitizer marks the child as forked in this shared memory,
/// and then no longer detects locks of this thread. This replacement of clone() gives the child a
/// copy of the memory.

#include <sched.h>

#include <cstdarg>

extern "C" int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);

extern "C" int clone(int (*function)(void*), void* stack, int flags, void* argument, ...)
{
    va_list rest;
    va_start(rest, argument);
    auto* const parentThread = va_arg(rest, void*);
    auto* const storage = va_arg(rest, void*);
    auto* const childThread = va_arg(rest, void*);
    va_end(rest);
    if ((flags & CLONE_THREAD) == 0)
        flags &= ~(CLONE_VM | CLONE_VFORK);
    return __clone(function, stack, flags, argument, parentThread, storage, childThread);
}
