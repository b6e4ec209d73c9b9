/* Three operators of the domain example.opscope, as a start for your own:
 *
 *   Affine    y = scale * x + offset for each element; two attributes; float and double
 *   Above     the elements of x above a threshold; their number is known only at run time
 *   Extremes  smallest and largest element of each row; two outputs, the second one is optional
 *
 * docs/custom-operators.md explains each part.
 */
#include "opscope_operator.h"

#include <stdlib.h>

/* ---- Affine: attributes, a state, two element types ------------------------------------------ */

struct Affine {
    float scale;
    float offset;
};

static int affine_infer(const OpscopeHost* host, OpscopeNode* node)
{
    OpscopeDim dims[8];
    const int32_t rank = host->input_rank(node, 0);
    if (rank < 0 || rank > 8)
        return host->set_output(node, 0, OPSCOPE_UNKNOWN, -1, NULL);
    for (int32_t axis = 0; axis < rank; ++axis)
        dims[axis] = host->input_dim(node, 0, (size_t)axis);
    return host->set_output(node, 0, OPSCOPE_UNKNOWN, rank, dims);
}

static int affine_cost(const OpscopeHost* host, OpscopeNode* node, OpscopeCost* cost)
{
    const int32_t rank = host->output_rank(node, 0);
    uint64_t count = 1;
    for (int32_t axis = 0; axis < rank; ++axis)
        count *= (uint64_t)host->output_dim(node, 0, (size_t)axis).value;
    cost->multiply_adds = count;
    return 1;
}

static int affine_create(const OpscopeHost* host, OpscopeNode* node, void** state)
{
    struct Affine* affine = malloc(sizeof *affine);
    if (affine == NULL)
        return host->fail(node, "no memory for the state");
    affine->scale = 1.0f;
    affine->offset = 0.0f;
    host->attribute_float(node, "scale", &affine->scale);
    host->attribute_float(node, "offset", &affine->offset);
    *state = affine;
    return 1;
}

static int affine_run(const OpscopeHost* host, OpscopeNode* node, void* state)
{
    const struct Affine* affine = state;
    OpscopeTensor x;
    void* y = NULL;
    if (!host->input(node, 0, &x) || !host->output(node, 0, x.element, x.rank, x.dims, &y))
        return 0;
    if (x.element == OPSCOPE_FLOAT) {
        const float* from = x.data;
        float* to = y;
        for (uint64_t i = 0; i < x.count; ++i)
            to[i] = affine->scale * from[i] + affine->offset;
        return 1;
    }
    const double* from = x.data;
    double* to = y;
    for (uint64_t i = 0; i < x.count; ++i)
        to[i] = (double)affine->scale * from[i] + (double)affine->offset;
    return 1;
}

static const OpscopeParameter affine_inputs[] = {
    { .name = "x", .types = "float double", .variable = "T" },
};
static const OpscopeParameter affine_outputs[] = {
    { .name = "y", .variable = "T" },
};
static const OpscopeAttribute affine_attributes[] = {
    { .name = "scale",
        .kind = OPSCOPE_ATTRIBUTE_FLOAT,
        .presence = OPSCOPE_REQUIRED,
        .description = "what each element is multiplied by" },
    { .name = "offset",
        .kind = OPSCOPE_ATTRIBUTE_FLOAT,
        .presence = OPSCOPE_DEFAULT,
        .default_float = 0.0f,
        .description = "what is added then" },
};
static const OpscopeOperator affine = {
    .sizes = OPSCOPE_SIZES,
    .domain = "example.opscope",
    .name = "Affine",
    .since_version = 1,
    .summary = "Multiplies every element by a number and adds another.",
    .inputs = affine_inputs,
    .input_count = 1,
    .outputs = affine_outputs,
    .output_count = 1,
    .attributes = affine_attributes,
    .attribute_count = 2,
    .infer = affine_infer,
    .cost = affine_cost,
    .create = affine_create,
    .run = affine_run,
    .destroy = free,
};

/* ---- Above: an output whose size depends on the data ----------------------------------------- */

static int above_infer(const OpscopeHost* host, OpscopeNode* node)
{
    const OpscopeDim kept = { -1, "kept" };
    return host->set_output(node, 0, OPSCOPE_FLOAT, 1, &kept);
}

static int above_run(const OpscopeHost* host, OpscopeNode* node, void* state)
{
    (void)state;
    float threshold = 0;
    OpscopeTensor x;
    if (!host->attribute_float(node, "threshold", &threshold) || !host->input(node, 0, &x))
        return 0;
    const float* from = x.data;
    int64_t kept = 0;
    for (uint64_t i = 0; i < x.count; ++i)
        kept += from[i] > threshold;
    void* y = NULL;
    if (!host->output(node, 0, OPSCOPE_FLOAT, 1, &kept, &y))
        return 0;
    float* to = y;
    for (uint64_t i = 0; i < x.count; ++i) {
        if (from[i] > threshold)
            *to++ = from[i];
    }
    return 1;
}

static const OpscopeParameter above_inputs[] = { { .name = "x", .types = "float" } };
static const OpscopeParameter above_outputs[] = { { .name = "y", .types = "float" } };
static const OpscopeAttribute above_attributes[] = {
    { .name = "threshold", .kind = OPSCOPE_ATTRIBUTE_FLOAT, .presence = OPSCOPE_DEFAULT },
};
static const OpscopeOperator above = {
    .sizes = OPSCOPE_SIZES,
    .domain = "example.opscope",
    .name = "Above",
    .since_version = 1,
    .summary = "Keeps the elements above a threshold, in their order, as a vector.",
    .inputs = above_inputs,
    .input_count = 1,
    .outputs = above_outputs,
    .output_count = 1,
    .attributes = above_attributes,
    .attribute_count = 1,
    .infer = above_infer,
    .run = above_run,
};

/* ---- Extremes: two outputs, checks before the run -------------------------------------------- */

static int extremes_infer(const OpscopeHost* host, OpscopeNode* node)
{
    const int32_t rank = host->input_rank(node, 0);
    if (rank >= 0 && rank != 2)
        return host->fail(node, "input 0 (x) is no matrix, expected rank 2");
    const OpscopeDim rows = host->input_dim(node, 0, 0);
    return host->set_output(node, 0, OPSCOPE_FLOAT, 1, &rows)
        && (host->output_count(node) < 2 || host->set_output(node, 1, OPSCOPE_FLOAT, 1, &rows));
}

static int extremes_create(const OpscopeHost* host, OpscopeNode* node, void** state)
{
    (void)state;
    if (host->input_rank(node, 0) != 2)
        return host->fail(node, "input 0 (x) is no matrix, expected rank 2");
    if (host->input_dim(node, 0, 1).value == 0)
        return host->fail(node, "the rows of input 0 (x) are empty, expected one element or more");
    return 1;
}

static int extremes_run(const OpscopeHost* host, OpscopeNode* node, void* state)
{
    (void)state;
    OpscopeTensor x;
    void* smallest = NULL;
    void* largest = NULL;
    if (!host->input(node, 0, &x))
        return 0;
    if (!host->output(node, 0, OPSCOPE_FLOAT, 1, x.dims, &smallest))
        return 0;
    const int with_largest = host->has_output(node, 1);
    if (with_largest && !host->output(node, 1, OPSCOPE_FLOAT, 1, x.dims, &largest))
        return 0;
    const float* from = x.data;
    for (int64_t row = 0; row < x.dims[0]; ++row) {
        float low = *from;
        float high = *from;
        for (int64_t column = 0; column < x.dims[1]; ++column, ++from) {
            low = *from < low ? *from : low;
            high = *from > high ? *from : high;
        }
        ((float*)smallest)[row] = low;
        if (with_largest)
            ((float*)largest)[row] = high;
    }
    return 1;
}

static const OpscopeParameter extremes_inputs[] = { { .name = "x", .types = "float" } };
static const OpscopeParameter extremes_outputs[] = {
    { .name = "smallest", .types = "float" },
    { .name = "largest", .types = "float", .option = OPSCOPE_OPTIONAL },
};
static const OpscopeOperator extremes = {
    .sizes = OPSCOPE_SIZES,
    .domain = "example.opscope",
    .name = "Extremes",
    .since_version = 1,
    .summary = "Smallest and largest element of each row of a matrix.",
    .inputs = extremes_inputs,
    .input_count = 1,
    .outputs = extremes_outputs,
    .output_count = 2,
    .infer = extremes_infer,
    .create = extremes_create,
    .run = extremes_run,
};

/* ---- The exported description and function --------------------------------------------------- */

static const OpscopeOperator* const operators[] = { &affine, &above, &extremes };

static const OpscopePlugin plugin = {
    .abi = OPSCOPE_OPERATOR_ABI,
    .size = sizeof(OpscopePlugin),
    .name = "Example operators",
    .version = "1.0",
    .operators = operators,
    .operator_count = sizeof operators / sizeof *operators,
};

OPSCOPE_PLUGIN_EXPORT const OpscopePlugin* opscope_operator_plugin(uint32_t host_abi)
{
    (void)host_abi; /* this plug-in has one version; the host compares it */
    return &plugin;
}
