// Operators that run subgraphs.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("If", "Runs one of two subgraphs, by a condition.")
        .since(1).inputs("cond: B").outputs("outputs*: V").attributes("else_branch: graph required, then_branch: graph required")
            .types("V: basic; B: bool")
        .since(11)
        .since(13).types("V: basic seq(basic)")
        .since(16)
            .types("V: basic bfloat16 seq(basic) seq(bfloat16) optional(basic) optional(bfloat16) optional(seq(basic)) "
                "optional(seq(bfloat16))")
        .since(19)
            .types("V: basic float8 bfloat16 seq(basic) seq(float8) seq(bfloat16) optional(basic) optional(float8) optional(bfloat16) "
                "optional(seq(basic)) optional(seq(bfloat16))")
        .since(21)
            .types("V: basic float8 nibbles bfloat16 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) optional(basic) optional(float8) "
                "optional(nibbles) optional(bfloat16) optional(seq(basic)) optional(seq(bfloat16))")
        .since(23)
            .types("V: basic float8 nibbles bfloat16 float4e2m1 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) seq(float4e2m1) "
                "optional(basic) optional(float8) optional(nibbles) optional(bfloat16) optional(float4e2m1) optional(seq(basic)) "
                "optional(seq(bfloat16))")
        .since(24)
            .types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) "
                "seq(float4e2m1) seq(float8e8m0) optional(basic) optional(float8) optional(nibbles) optional(bfloat16) "
                "optional(float4e2m1) optional(float8e8m0) optional(seq(basic)) optional(seq(bfloat16))")
        .since(25)
            .types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) "
                "seq(float4e2m1) seq(float8e8m0) seq(int2) seq(uint2) optional(basic) optional(float8) optional(nibbles) "
                "optional(bfloat16) optional(float4e2m1) optional(float8e8m0) optional(int2) optional(uint2) optional(seq(basic)) "
                "optional(seq(bfloat16))"),

    op("Loop", "Runs a subgraph again and again, up to a count or while its condition holds; values are carried and outputs may be stacked.")
        .since(1).inputs("M?: I, cond?: B, v_initial*: V").outputs("v_final_and_scan_outputs*: V").attributes("body: graph required")
            .types("V: basic; I: int64; B: bool")
        .since(11).inputs("M?: I, cond?: B, v_initial*?: V")
        .since(13).types("V: basic seq(basic)")
        .since(16)
            .types("V: basic bfloat16 seq(basic) seq(bfloat16) optional(basic) optional(bfloat16) optional(seq(basic)) "
                "optional(seq(bfloat16))")
        .since(19)
            .types("V: basic float8 bfloat16 seq(basic) seq(float8) seq(bfloat16) optional(basic) optional(float8) optional(bfloat16) "
                "optional(seq(basic)) optional(seq(bfloat16))")
        .since(21)
            .types("V: basic float8 nibbles bfloat16 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) optional(basic) optional(float8) "
                "optional(nibbles) optional(bfloat16) optional(seq(basic)) optional(seq(bfloat16))")
        .since(23)
            .types("V: basic float8 nibbles bfloat16 float4e2m1 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) seq(float4e2m1) "
                "optional(basic) optional(float8) optional(nibbles) optional(bfloat16) optional(float4e2m1) optional(seq(basic)) "
                "optional(seq(bfloat16))")
        .since(24)
            .types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) "
                "seq(float4e2m1) seq(float8e8m0) optional(basic) optional(float8) optional(nibbles) optional(bfloat16) "
                "optional(float4e2m1) optional(float8e8m0) optional(seq(basic)) optional(seq(bfloat16))")
        .since(25)
            .types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2 seq(basic) seq(float8) seq(nibbles) seq(bfloat16) "
                "seq(float4e2m1) seq(float8e8m0) seq(int2) seq(uint2) optional(basic) optional(float8) optional(nibbles) "
                "optional(bfloat16) optional(float4e2m1) optional(float8e8m0) optional(int2) optional(uint2) optional(seq(basic)) "
                "optional(seq(bfloat16))"),

    op("Scan", "Runs a subgraph over slices of its inputs, carrying a state and stacking the results.")
        .since(8).inputs("sequence_lens?: I, initial_state_and_scan_inputs*: V").outputs("final_state_and_scan_outputs*: V")
            .attributes("body: graph required, directions: ints, num_scan_inputs: int required").types("I: int64; V: basic")
        .since(9).inputs("initial_state_and_scan_inputs*: V").without("directions")
            .attributes("scan_input_axes: ints, scan_input_directions: ints, scan_output_axes: ints, scan_output_directions: ints")
            .withoutTypes("I")
        .since(11)
        .since(16).types("V: basic bfloat16")
        .since(19).types("V: basic float8 bfloat16")
        .since(21).types("V: basic float8 nibbles bfloat16")
        .since(23).types("V: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("V: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("SequenceMap", "Runs a subgraph for each element of a sequence.")
        .since(17).inputs("input_sequence: S, additional_inputs*?: V").outputs("out_sequence*: S").attributes("body: graph required")
            .types("S: seq(basic); V: basic seq(basic)"),
};

} // namespace

} // namespace model::ops
