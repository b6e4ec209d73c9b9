#pragma once

#include "model/support/result.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <type_traits>

namespace engine {

/// Kernels return Errors. Yet containers inside them may throw where sizes come from hostile data,
/// and that must not end the program: this is the one place that turns such exceptions into Errors.
template <typename Call>
auto lastResort(Call call) -> std::invoke_result_t<Call>
{
    try {
        return call();
    } catch (const std::bad_alloc&) {
        return support::failAs(support::ErrorKind::Resource, "the system gave no memory");
    } catch (const std::length_error&) {
        return support::failAs(
            support::ErrorKind::Resource, "a size is beyond what memory can hold");
    } catch (const std::exception& error) {
        return support::fail("the kernel failed: ", error.what());
    }
}

} // namespace engine
