// An operator of the domain busy.test whose work is known: y = x, after `turns` multiplications and
// additions that wait for each other. Two models that differ in one number differ in the time of
// one operator by as much.
#include "packaging/dev/opscope_operator.h"

#include <cstring>

namespace {

int busy(const OpscopeHost* host, OpscopeNode* node, void* /*state*/)
{
    int64_t turns = 0;
    OpscopeTensor x;
    void* y = nullptr;
    if (host->attribute_int(node, "turns", &turns) == 0 || host->input(node, 0, &x) == 0
        || host->output(node, 0, x.element, x.rank, x.dims, &y) == 0)
        return 0;
    double sum = static_cast<double>(x.count);
    for (int64_t turn = 0; turn < turns; ++turn)
        sum = sum * 0.999999 + 1e-9;
    if (x.count > 0)
        std::memcpy(y, x.data, x.count * sizeof(float));
    // Below 0 it never is; the compiler cannot know.
    return sum < 0 ? host->fail(node, "the sum fell below zero") : 1;
}

const OpscopeParameter input { .name = "x", .types = "float" };
const OpscopeParameter output { .name = "y", .types = "float" };
const OpscopeAttribute turnCount {
    .name = "turns", .kind = OPSCOPE_ATTRIBUTE_INT, .presence = OPSCOPE_DEFAULT, .default_int = 1000
};

} // namespace

OPSCOPE_PLUGIN_EXPORT const OpscopePlugin* opscope_operator_plugin(uint32_t /*host_abi*/)
{
    static const OpscopeOperator work { .sizes = OPSCOPE_SIZES,
        .domain = "busy.test",
        .name = "Busy",
        .since_version = 1,
        .inputs = &input,
        .input_count = 1,
        .outputs = &output,
        .output_count = 1,
        .attributes = &turnCount,
        .attribute_count = 1,
        .run = busy };
    static const OpscopeOperator* const all[] { &work };
    static const OpscopePlugin plugin { .abi = OPSCOPE_OPERATOR_ABI,
        .size = sizeof(OpscopePlugin),
        .name = "Busy operators",
        .version = "1.0",
        .operators = all,
        .operator_count = 1 };
    return &plugin;
}
