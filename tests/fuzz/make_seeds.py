#!/usr/bin/env python3
"""Write the seed corpora of the fuzz targets, a folder each.

    make_seeds.py PROGRAMS OUT

PROGRAMS is the folder of the fuzz targets. Seeds are the files of tests/data and tests/fuzz/corpus, what its program fuzz_seeds writes
if it was built, and small files of other formats that are written here. Needs nothing beyond Python's library.
"""

import base64
import gzip
import json
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 200_000


def copy(target, *patterns):
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file() and path.stat().st_size <= LARGEST:
                shutil.copyfile(path, target / "-".join(path.relative_to(ROOT).parts))


def png(colour, depth, width, height, row_bytes, extra=b"", interlace=0):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    pixels = zlib.compress((b"\1" + bytes(range(row_bytes))) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def png_palette():
    data = b"PLTE" + bytes(range(12))
    return struct.pack(">I", 12) + data + struct.pack(">I", zlib.crc32(data))


def bmp(width, height, bits, palette=b"", compression=0, pixels=b"\1\2\3\4" * 16):
    start = 54 + len(palette)
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, compression, len(pixels), 0, 0, len(palette) // 4, 0)
    return b"BM" + struct.pack("<III", start + len(pixels), 0, start) + header + palette + pixels


def tiff(order, tags, pixels):
    e = "<" if order == b"II" else ">"
    tags = {**tags, 273: (4, 8 + 2 + 12 * (len(tags) + 2) + 4), 279: (4, len(pixels))}
    entries = b"".join(
        struct.pack(e + "HHI", tag, kind, 1) + struct.pack(e + ("HH" if kind == 3 else "I"), *((value, 0) if kind == 3 else (value,)))
        for tag, (kind, value) in sorted(tags.items()))
    return order + struct.pack(e + "HI", 42, 8) + struct.pack(e + "H", len(tags)) + entries + struct.pack(e + "I", 0) + pixels


def jpeg(frame, scan):
    tables = b"\xff\xdb\0\x43\0" + b"\1" * 64 + frame
    return b"\xff\xd8" + tables + b"\xff\xc4\0\x14\0\1" + bytes(16) + b"\xff\xc4\0\x14\x10\1" + bytes(16) + scan + b"\xff\xd9"


def jpeg2000(size, components, bits=8):
    """A code stream of one tile whose packets are empty: all samples are in the middle."""
    head = b"\xff\x4f\xff\x51" + struct.pack(">HHIIQIIQH", 38 + 3 * components, 0, size, size, 0, size, size, 0, components)
    return (head + bytes((bits - 1, 1, 1)) * components + bytes.fromhex("ff52000c00000001000004040001ff5c00044040ff90000a0000000000000001ff93")
            + bytes(components) + b"\xff\xd9")


def jp2(size, components, space):
    def box(kind, data):
        return struct.pack(">I", 8 + len(data)) + kind + data
    header = box(b"ihdr", struct.pack(">IIHBBBB", size, size, components, 7, 7, 0, 0)) + box(b"colr", struct.pack(">BBBI", 1, 0, 0, space))
    return (box(b"jP  ", b"\r\n\x87\n") + box(b"ftyp", b"jp2 \0\0\0\0jp2 ") + box(b"jp2h", header)
            + box(b"jp2c", jpeg2000(size, components)))


def images():
    grey = {256: (3, 4), 257: (3, 2), 258: (3, 8), 259: (3, 1), 262: (3, 1), 277: (3, 1), 278: (3, 2)}
    yield "grey.png", png(0, 8, 4, 3, 4)
    yield "colour.png", png(2, 8, 2, 2, 6)
    yield "deep.png", png(6, 16, 2, 2, 16)
    yield "interlaced.png", png(0, 1, 5, 4, 1, interlace=1)
    yield "palette.png", png(3, 2, 4, 2, 1, png_palette())
    for bits in (1, 4, 8):
        yield f"{bits}.bmp", bmp(3, 2, bits, bytes(4 << bits))
    for bits in (16, 24, 32):
        yield f"{bits}.bmp", bmp(2, -2, bits)
    yield "rle.bmp", bmp(4, 2, 8, bytes(1024), 1, b"\4\1\0\0\4\2\0\1")
    yield "masks.bmp", bmp(2, 2, 16, struct.pack("<III", 0xf800, 0x7e0, 0x1f), 3)
    for kind, body in ((1, b"1 0 1 0"), (2, b"1 2 3 4"), (3, b"1 2 3 4 5 6 7 8 9 10 11 12"), (4, b"\x80\x40"), (5, b"abcd"), (6, b"abcdefghijkl")):
        top = b"" if kind in (1, 4) else b"255\n"
        yield f"{kind}.pnm", b"P%d\n# words\n2 2\n" % kind + top + body
    yield "wide.ppm", b"P6 1 1 65535\n\xff\xff\x80\0\0\0"
    yield "grey.tiff", tiff(b"II", grey, b"abcdefgh")
    yield "big.tiff", tiff(b"MM", grey, b"abcdefgh")
    yield "packed.tiff", tiff(b"II", {**grey, 259: (3, 32773)}, b"\xfda\xfdb")
    yield "deflate.tiff", tiff(b"II", {**grey, 259: (3, 8)}, zlib.compress(b"abcdefgh"))
    colour = {**grey, 262: (3, 2), 277: (3, 3), 258: (3, 8), 278: (3, 2)}
    yield "colour.tiff", tiff(b"II", colour, b"abcdefghijklmnopqrstuvwx")
    baseline = bytes.fromhex("ffc0000b080008000801011100")
    yield "baseline.jpeg", jpeg(baseline, bytes.fromhex("ffda000801010000" "3f00") + b"\x3f")
    yield "progressive.jpeg", jpeg(b"\xff\xc2" + baseline[2:], bytes.fromhex("ffda0008010100000000" "7f"))
    colours = bytes.fromhex("ffc00011080008000803012200021100031100")
    yield "colours.jpeg", jpeg(colours, bytes.fromhex("ffda000c03010002000300003f00") + b"\0\0")
    yield "tiny.j2k", jpeg2000(8, 3)
    yield "grey.j2k", jpeg2000(2, 1)
    yield "deep.j2k", jpeg2000(2, 3, 12)
    yield "many.j2k", jpeg2000(1024, 600)
    yield "rgb.jp2", jp2(4, 3, 16)
    yield "yuv.jp2", jp2(4, 3, 18)
    cmyk = bytes.fromhex("ffc00014080008000804011100021100031100041100")
    yield "cmyk.jpeg", jpeg(cmyk, bytes.fromhex("ffda000e0401000200030004003f00") + b"\0\0")
    yield "scans.jpeg", jpeg(b"\xff\xc2" + baseline[2:], bytes.fromhex("ffda0008010100000000" "7f") * 501)
    yield "huge.jpeg", jpeg(b"\xff\xc0\0\x0b\x08\xff\xff\xff\xff" + baseline[9:], b"")
    yield "huge.png", png(0, 8, 4, 3, 4).replace(struct.pack(">II", 4, 3), struct.pack(">II", 1 << 20, 1 << 20), 1)
    yield "animation.webp", b"RIFF\x32\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM\x06\0\0\0\xff\xff\xff\xff\0\0" + bytes(16)
    yield "lossy.webp", base64.b64decode("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
    yield "lossless.webp", base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")


def npy():
    def file(version, description, data):
        text = description.encode() + b"\n"
        length = struct.pack("<H" if version == 1 else "<I", len(text))
        return b"\x93NUMPY" + bytes((version, 0)) + length + text + data
    for name, size in (("<f4", 4), (">f8", 8), ("|b1", 1), ("<i8", 8), ("|u1", 1), ("<f2", 2), ("<c16", 16), ("<U3", 12), ("|S2", 2),
                       ("|V2", 2), ("|V1", 1), (">i4", 4), ("<u2", 2), ("<c8", 8), (">U2", 8)):
        for order in ("True", "False"):
            words = f"{{'descr': '{name}', 'fortran_order': {order}, 'shape': (2, 3), }}"
            yield f"{name[1:]}-{order}.npy", file(1, words, bytes(i % 64 for i in range(6 * size)))
    yield "scalar.npy", file(2, "{'descr': '<f4', 'fortran_order': False, 'shape': ()}", b"\0\0\x80\x3f")
    yield "empty.npy", file(3, "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3)}", b"")
    yield "object.npy", file(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", b"\x80\x04.")
    yield "fields.npy", file(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", bytes(4))


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes((value,))


def number(field, value):
    return varint(field << 3) + varint(value)


def part(field, *content):
    data = b"".join(c.encode() if isinstance(c, str) else c for c in content)
    return varint(field << 3 | 2) + varint(len(data)) + data


def tensor(name, *fields, kind=1, dims=(1,)):
    return b"".join(number(1, d) for d in dims) + number(2, kind) + b"".join(fields) + (part(8, name) if name else b"")


def model(*graph, rest=number(1, 8) + part(8, number(2, 17))):
    return rest + part(7, part(2, "main"), *graph)


def entry(key, value):
    return part(13, part(1, key), part(2, value))


def models():
    """Oddities of models that no exporter writes, one each."""
    raw = part(9, bytes(4))
    w = part(5, tensor("w", raw))
    relu = part(1, part(1, "w"), part(2, "y"), part(4, "Relu"))
    out = part(12, part(1, "y"))
    def with_attribute(*fields):
        return model(w, part(1, part(1, "w"), part(2, "y"), part(4, "Relu"), part(5, part(1, "a"), *fields)), out)
    yield "no-version", model(w, relu, out, rest=part(8, number(2, 17)))
    yield "imports-twice", model(w, relu, out, rest=number(1, 8) + part(8, number(2, 17)) + part(8, number(2, 18)))
    yield "same-names", model(w, w, w, relu, out)
    yield "unnamed", model(part(5, tensor("", raw)), w, relu, out)
    yield "types-twice", model(w, relu, out, part(13, part(1, "y")), part(13, part(1, "y")))
    yield "segment", model(part(5, tensor("w", part(3, number(1, 0), number(2, 1)))), relu, out)
    yield "inner", model(w, relu, out, rest=number(1, 8) + part(8, number(2, 17)) + part(25, part(1, "f"), part(5, "y"), part(9, part(2, "d")),
                                                                                     part(7, part(2, "y"), part(4, "Constant"), part(5, part(1, "value"), number(20, 4), part(5, tensor("", raw))))))
    for name, fields in (("offset", entry("location", "w.bin") + entry("offset", "x")), ("nowhere", entry("offset", "0")), ("plain", entry("location", "w.bin") + entry("length", "4")),
                         ("beyond", entry("location", "w.bin") + entry("offset", "99")), ("above", entry("location", "../w.bin")), ("absent", entry("location", "x.bin"))):
        yield "external-" + name, model(part(5, tensor("w", fields, number(14, 1))), relu, out)
    yield "external-text", model(part(5, tensor("w", entry("location", "w.bin"), number(14, 1), kind=8)), relu, out)
    for name, kind, fields in (("int32", 6, part(5, varint(7))), ("loose", 6, number(5, 7) + number(5, 8)), ("half", 10, number(5, 15360)), ("int64", 7, number(7, -1)), ("double", 11, part(10, bytes(8))),
                               ("uint64", 13, part(11, varint(5))), ("complex", 14, part(4, bytes(8))), ("text", 8, part(6, "a")), ("floats", 1, varint(4 << 3 | 5) + bytes(4)), ("unknown", 99, raw), ("int4", 22, number(5, 3))):
        yield "typed-" + name, model(part(5, tensor("w", fields, kind=kind)), relu, out)
    for name, fields in (("none", (b"",)), ("float", (varint(2 << 3 | 5) + bytes(4),)), ("ints", (part(8, b"\1\2"),)), ("tensors", (part(10, tensor("", raw)), part(10, tensor("", raw)))), ("graph", (part(6, part(2, "g")),)),
                         ("two", (number(3, 1), part(4, "s"))), ("type", (part(14, part(1, number(1, 1))),)), ("sparse", (part(22, part(1, tensor("v", raw)), part(2, tensor("i", part(7, b"\0"), kind=7)), number(3, 4)),)),
                         ("refers", (part(21, "b"), number(20, 2))), ("no-value", (number(20, 4),)), ("undefined", (number(20, 99), number(3, 1))), ("strings", (part(9, "a"), part(9, "b"), number(20, 8)))):
        yield "attribute-" + name, with_attribute(*fields)
    big = 1 << 40
    for name, dims in (("huge", (big,)), ("negative", (-4,)), ("empty", (0,)), ("fits", (4,))):
        yield "sparse-" + name, model(part(15, part(1, tensor("w", raw)), part(2, tensor("i", part(7, b"\2"), kind=7)), b"".join(number(3, d) for d in dims)), relu, out)
    yield "ranks", model(part(11, part(1, "x"), part(2, part(1, number(1, 1), part(2, part(1, number(1, 1)) * 2000)))), w, relu, out)
    yield "xml", b"<?xml version='1.0'?><net/>"
    yield "text", b"ir_version: 8\ngraph {\n}"
    nested = relu + out + part(2, "g")
    for _ in range(70):
        nested = part(1, part(2, "y"), part(4, "If"), part(1, "w"), part(5, part(1, "then_branch"), number(20, 5), part(6, nested))) + out
    yield "nested", model(w, nested)


def values():
    strings = tensor("s", part(6, "a"), part(6, "b"), kind=8, dims=(2,))
    sparse = part(1, tensor("v", part(9, bytes(4)))) + part(2, tensor("i", part(7, b"\2"), kind=7)) + number(3, 4)
    yield "strings", strings
    yield "few-strings", tensor("s", part(6, "a"), kind=8, dims=(3,))
    yield "external", tensor("w", entry("location", "w.bin"), number(14, 1))
    yield "sparse", sparse
    yield "sparse-sequence", part(1, "q") + number(2, 2) + part(4, sparse)
    yield "optional-sequence", part(1, "q") + number(2, 5) + part(7, part(1, "o"), number(2, 1), part(3, strings)) + part(7, part(1, "n"), number(2, 0))
    yield "map", part(1, "m") + number(2, 8) + part(4, "k") + part(5, number(2, 1), part(3, tensor("v", part(9, bytes(4)))))
    yield "map-sequence", part(1, "q") + number(2, 4) + part(6, part(1, "m"), number(2, 7), number(3, 5), part(5, number(2, 1), part(3, strings)))
    yield "nothing", part(1, "o") + number(2, 0)


def nsys(path):
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER,
            shortName INTEGER, graphId INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER,
            copyKind INTEGER, bytes INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, graphId INTEGER);
        CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, globalTid INTEGER, text TEXT, textId INTEGER);
        INSERT INTO StringIds VALUES (1, 'sgemm'), (2, 'cudaLaunchKernel'), (3, 'layer');
        INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (100, 200, 0, 7, 9, 1, NULL), (300, 250, 0, 7, 10, 1, NULL);
        INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (10, 20, 0, 7, 8, 1, 4096), (20, 25, 0, 7, 8, 2, 1);
        INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (30, 31, 0, 7, 8);
        INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (50, 60, 281474976710657, 9, 2), (NULL, 60, 1, 9, 77);
        INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (400, 500, 0, 7, 3);
        INSERT INTO NVTX_EVENTS VALUES (40, 240, 59, 1, 'conv', NULL), (41, 200, 60, 1, NULL, 3), (1, 2, 34, 1, 'mark', NULL);
    """)
    database.commit()
    database.close()


ORT = """[
{"cat" : "Session","pid" :1,"tid" :1,"dur" :9,"ts" :0,"ph" : "X","name" :"session_initialization","args" : {}},
{"cat" : "Node","pid" :1,"tid" :1,"dur" :5,"ts" :20,"ph" : "X","name" :"conv_kernel_time","args" : {"provider" : "CPUExecutionProvider","op_name" : "MatMul","node_index" : "0"}},
{"cat" : "Node","pid" :1,"tid" :1,"dur" :1,"ts" :25,"ph" : "X","name" :"re"lu_fence_before","args" : {"op_name" : "Relu"}},
{"cat" : "Node","pid" :1,"tid" :1,"dur" :3,"ts" :26,"ph" : "X","name" :"w"x_kernel_time","args" : {"provider" : "CUDAExecutionProvider","op_name" : "MemcpyToHost","node_index" : "1"}},
{"cat" : "Kernel","pid" :1,"tid" :7,"dur" :3,"ts" :26,"ph" : "X","name" :"gemm","args" : {"stream" : "7"}},
{"cat" : "Session","pid" :1,"tid" :1,"dur" :15,"ts" :19,"ph" : "X","name" :"model_run","args" : {}}
]
"""

KINETO = {
    "schemaVersion": 1, "displayTimeUnit": "ms", "baseTimeNanoseconds": 1712195495000000000, "deviceProperties": [{"id": 0}],
    "traceEvents": [
        {"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": "python"}},
        {"ph": "M", "name": "thread_name", "pid": 1, "tid": "stream 7", "args": {"name": "compute"}},
        {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 1, "ts": 90, "dur": 100.5},
        {"ph": "X", "cat": "cpu_op", "name": "aten::conv2d", "pid": 1, "tid": 1, "ts": "100", "dur": 50, "args": {"op_type": "Conv", "nodes": ["conv", "b"]}},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 110, "dur": 5, "args": {"correlation": 9}},
        {"ph": "X", "cat": "kernel", "name": "sgemm", "pid": 0, "tid": "stream 7", "ts": 130, "dur": 4, "args": {"correlation": 9, "grid": [1, 2, 3]}},
        {"ph": "X", "cat": "phase", "name": "reorder", "pid": 1, "tid": 1, "ts": 131, "dur": 1, "args": {"phase": "reorder"}},
        {"ph": "X", "cat": "Trace", "name": "all", "pid": 1, "tid": 1, "ts": 0, "dur": 900},
        {"ph": "B", "name": "outer", "pid": 1, "tid": 2, "ts": 0}, {"ph": "E", "pid": 1, "tid": 2, "ts": 2e1}, {"ph": "E", "pid": 1, "tid": 2, "ts": 30},
        {"ph": "C", "name": "live", "pid": 1, "ts": 120, "args": {"bytes": 4096, "more": 1}}, {"ph": "s", "id": 1, "ts": 1}, {"ph": "i", "name": "mark", "ts": 5},
    ],
}

TRTEXEC = """[ { "count" : 100 }
, { "name" : "Conv_0 + Relu_1", "timeMs" : 31.3, "averageMs" : 0.5, "medianMs" : 0.25, "percentage" : 60 }
, { "name" : "Reformatting CopyNode for Input", "timeMs" : nan, "averageMs" : -nan, "percentage" : inf }
, { "name" : "Reformatting CopyNode for \\"x\\"", "timeMs" : 1, "averageMs" : 0.1 }
]"""

TRTEXEC_TIMES = """[ { "startEnqMs" : 0.5, "endEnqMs" : 0.75, "startH2dMs" : 0.5, "h2dMs" : 0.1, "startComputeMs" : 0.7, "endComputeMs" : 1,
"computeMs" : 0.3, "startD2hMs" : 1, "d2hMs" : 0.1, "endD2hMs" : 1.1, "latencyMs" : 0.6 }, { "computeMs" : 0 }, { "other" : 1 } ]"""

VERBOSE = """onednn_verbose,info,oneDNN v2.6.3 (commit N/A)
hello
onednn_verbose,exec,cpu,convolution,jit:avx2,forward_inference,src_f32::blocked:acdb:f0,,alg:convolution_direct,mb1_ic3oc8,0.125
onednn_verbose,v1,1712195495406.752,primitive,exec,cpu,reorder,jit:uni,undef,src_f32::blocked:abcd:f0,,,1x3x8x8,0.01
onednn_verbose,v1,1712195495407.5,graph,exec,cpu,100002,convolution_post_ops,conv;relu,,in0_f32,fpm:strict,larger_partition_kernel_t,dnnl_backend,0.25
dnnl_verbose,exec,cpu,matmul,gemm,undef,src,,,1x8:8x8,bad
onednn_verbose,exec,cpu,cut
"""


def report(title, *ids):
    data = base64.b64encode((ROOT / "tests/data/profiles/device.opscope").read_bytes()).decode()
    parts = [f'<script type="application/vnd.apache.parquet;base64" id="{id}">{data}</script>\n' for id in ids]
    return f"<!DOCTYPE html><html><head><title>m{title}</title><!-- Opscope --><style></style></head>{''.join(parts)}</html>".encode()


def profiles(folder):
    kineto = json.dumps(KINETO).encode()
    database = folder / "nsys.sqlite"
    database.unlink(missing_ok=True)
    nsys(database)
    yield "ort.json", ORT.encode()
    yield "ort-cut.json", ORT.encode()[:-60]
    yield "kineto.json", kineto
    yield "kineto.json.gz", gzip.compress(kineto, mtime=0)
    yield "kineto-cut.json", kineto[:-40]
    yield "events.json", json.dumps(KINETO["traceEvents"]).encode()
    yield "trtexec.json", TRTEXEC.encode()
    yield "trtexec-times.json", TRTEXEC_TIMES.encode()
    yield "onednn.txt", VERBOSE.encode()
    yield "report.html", report("", "opscope-data")
    yield "comparison.html", report(" – Opscope comparison report", "opscope-data-a", "opscope-data-b")
    yield "old.html", b'<!DOCTYPE html>Opscope<script type="application/json" id="opscope-data">{}</script>'
    yield "no-data.html", b"<!DOCTYPE html>Opscope"
    yield "no-end.html", report("", "opscope-data")[:300]
    yield "bom.txt", b"\xef\xbb\xbf" + VERBOSE.encode()
    for name, data in (("empty", b""), ("zeros", bytes(16)), ("utf16", b"\xff\xfe["), ("lfs", b"version https://git-lfs"), ("page", b"<!DOCTYPE html>")):
        yield name, data


QUERIES = """attn matmul
"/layers.0/attn/conv"
/re.*lu/
-type:Conv
type:fp16 type:*Linear type:float
category:quant
domain:com.microsoft
scope:layers.0
attr:kernel_shape=1,1
attr:axis<0
attr:auto_pad
axis=1
in:1x*x8
out:?
rank:4
rank>3
reads:w
feeds:y
path:"c"->"y"
path:c->y
size>1MiB
size<=10KiB
value:nan
value:zero
value:constant
value:outlier
value:inf
value:>3
value:=-1
time>100us
time<1.5ms
share>1%
roof<10%
impl:reference
on:cpu
attr:alpha=0.5
attr:alpha>=0.25
attr:alpha!=0.5
attr:auto_pad=VALID
attr:auto_pad!=val*
attr:kernel_shape!=1,1
attr:names=a
attr:scales=0.5,2
attr:alpha=
-"a b" -/x[/
type:
time>
"""


def write_all(folder, files):
    for name, data in files:
        (folder / name).write_bytes(data)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    programs, out = Path(sys.argv[1]), Path(sys.argv[2])
    sources = Path(__file__).parent.glob("fuzz_*.cpp")
    targets = [path.stem.removeprefix("fuzz_") for path in sources if "LLVMFuzzerTestOneInput" in path.read_text()]
    for target in targets:
        (out / target).mkdir(parents=True, exist_ok=True)
        copy(out / target, f"tests/fuzz/corpus/{target}/*")
    if (programs / "fuzz_seeds").exists():
        subprocess.run([programs / "fuzz_seeds", out], check=True)
    copy(out / "onnx", "tests/data/*/*.onnx", "tests/data/attribution/*/*.onnx", "resources/samples/*/*.onnx")
    copy(out / "wire", "tests/data/*/*.onnx", "tests/data/**/*.pb", "tests/fuzz/corpus/test_data/*.pb")
    copy(out / "test_data", "tests/data/**/*.pb", "resources/samples/**/*.pb")
    copy(out / "profile", "tests/data/profiles/*")
    copy(out / "json", "tests/data/*.json", "resources/themes/*.json")
    copy(out / "xml", "tests/data/openvino/*.xml")
    write_all(out / "images", images())
    write_all(out / "npy", npy())
    for target in ("onnx", "wire"):
        write_all(out / target, models())
    write_all(out / "test_data", values())
    write_all(out / "json", (("limits", b"[1e999,-1e999,-1e-999,0.0001e400,1e99999999999999999999,1e-99999999999999999999,0e999,-0.0,9223372036854775808]"),
                             ("signs", '"\\u202e\\u0007\\u007f \u202e\x7f\n\t"'.encode()), ("long", b'"' + b"\xc3\xa9" * 9000 + b'"')))
    write_all(out / "importers", profiles(out / "importers"))
    write_all(out / "query", ((f"{i}", line.encode()) for i, line in enumerate(QUERIES.splitlines())))
    chance = random.Random(1)
    write_all(out / "kernels", ((f"{i}", chance.randbytes(16 + i)) for i in range(400)))


main()
