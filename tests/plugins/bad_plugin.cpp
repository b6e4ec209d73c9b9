// A plug-in with one fault, which the build names by FAULT.
#include "packaging/dev/opscope_operator.h"

#include <array>
#include <csignal>
#include <stdexcept>
#include <string_view>

namespace {

constexpr std::string_view fault = FAULT;

int run(const OpscopeHost* /*host*/, OpscopeNode* /*node*/, void* /*state*/) { return 1; }

std::array<OpscopeParameter, 2> parameters() // two inputs
{
    std::array<OpscopeParameter, 2> all { { { .name = "a", .types = "float", .variable = "T" },
        { .name = "b", .variable = "T" } } };
    if (fault == "bad_type")
        all[0].types = "float flaot";
    if (fault == "bad_option")
        all[1].option = 77;
    if (fault == "not_last")
        all[0].option = OPSCOPE_VARIADIC;
    return all;
}

std::array<OpscopeAttribute, 2> attributes()
{
    std::array<OpscopeAttribute, 2> all { { { .name = "axis", .kind = OPSCOPE_ATTRIBUTE_INT },
        { .name = "mode", .kind = OPSCOPE_ATTRIBUTE_STRING } } };
    if (fault == "bad_default")
        all[1].presence = OPSCOPE_DEFAULT; // without the default
    if (fault == "duplicate_attribute")
        all[1].name = "axis";
    return all;
}

OpscopeOperator makeOperator()
{
    static const auto inputs = parameters();
    static const auto listed = attributes();
    static const OpscopeParameter output { .name = "y", .variable = "T" };
    OpscopeOperator op { .sizes = OPSCOPE_SIZES,
        .domain = "bad.test",
        .name = "Bad",
        .since_version = 1,
        .inputs = inputs.data(),
        .input_count = inputs.size(),
        .outputs = &output,
        .output_count = 1,
        .attributes = listed.data(),
        .attribute_count = listed.size(),
        .run = run };
    if (fault == "small_operator")
        op.sizes.operator_size = 16;
    if (fault == "newer_operator")
        op.sizes.operator_size += 8;
    if (fault == "null_name")
        op.name = nullptr;
    if (fault == "standard_domain")
        op.domain = "ai.onnx";
    if (fault == "replaces_ours") {
        op.domain = "com.microsoft";
        op.name = "Gelu";
    }
    if (fault == "brings_known") { // the one that is no fault
        op.domain = "ai.onnx.contrib";
        op.name = "BertTokenizer";
    }
    return op;
}

} // namespace

OPSCOPE_PLUGIN_EXPORT const OpscopePlugin* opscope_operator_plugin(uint32_t /*host_abi*/)
{
    if (fault == "throws_at_start")
        throw std::runtime_error("not today");
    if (fault == "crashes_at_start")
        std::raise(SIGSEGV);
    if (fault == "null")
        return nullptr;
    static const auto op = makeOperator();
    static const std::array operators { &op, &op };
    static const OpscopePlugin plugin { .abi
        = fault == "wrong_version" ? 99u : OPSCOPE_OPERATOR_ABI,
        .size = sizeof(OpscopePlugin),
        .name = "Bad",
        .version = "0",
        .operators = operators.data(),
        .operator_count = fault == "no_operators" ? 0u
            : fault == "duplicate_operator"       ? 2u
                                                  : 1u };
    return &plugin;
}
