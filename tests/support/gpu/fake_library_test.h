#pragma once

#include "tests/support/gpu/fake_libraries.h"
#include "tests/support/gpu/host_backend.h"

#include <QTest>

/// What test classes do before and after each test that uses fake libraries.
namespace testing {

/// Closes the libraries. Fails if one of their objects is left. Afterwards none is there.
inline void forgetLibraries(HostBackend& device)
{
    device.forgetLibraries();
    QCOMPARE(fakeCublasLt().alive, std::int64_t(0));
    QCOMPARE(fakeCudnn().alive, std::int64_t(0));
    fakeCublasLt() = {};
    fakeCudnn() = {};
}

/// Fails if a library was called in a way that its documentation forbids.
inline void failOnFaults()
{
    for (const auto* faults : { &fakeCublasLt().faults, &fakeCudnn().faults })
        for (const auto& fault : *faults)
            QFAIL(fault.c_str());
}

}
