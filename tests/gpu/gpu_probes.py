#!/usr/bin/env python3
"""What check.sh asks the machine itself, with PyTorch, CUPTI and NVML where they are; prints one JSON object per line.

  gpu_probes.py ceilings                 copy, products in each precision, launch latency
  gpu_probes.py products FILE PRECISION  one JSON document: the sum of the best times of cuDNN and cuBLAS for a model's
                                         convolutions and matrix products (FILE: what "gpu_kernel_suite products" printed;
                                         f32-strict, tf32, f16, bf16)
  gpu_probes.py questions                the open questions of the GPU design that need no program of ours
"""
import ctypes
import glob
import importlib.util
import json
import os
import sys
import time

# Of machines that were measured before: copies count bytes read and written.
KNOWN_CEILINGS = {"H200": {"copy": 4.3e12, "gemm bf16": 770e12}, "H100 80GB HBM3": {"copy": 3.0e12, "gemm bf16": 770e12}}
CLOSE_ENOUGH = 0.9
REPEATS = 20  # of one product in a captured graph, so that launches do not count


def say(name, outcome, message, **figures):
    print(json.dumps({"name": name, "outcome": outcome, "message": message, **figures}, ensure_ascii=False), flush=True)


def torch_or_reason():
    try:
        import torch
    except ImportError:
        return None, "python3 here has no PyTorch"
    return (torch, "") if torch.cuda.is_available() else (None, "PyTorch sees no GPU")


def seconds_of(torch, run, repeats=REPEATS):
    """Time on the device of one call of `run`: least of three replays of a graph of `repeats` calls."""
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            run()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(repeats):
            run()
    best = float("inf")
    for _ in range(4):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        best = min(best, start.elapsed_time(end) * 1e-3 / repeats)
    return best


def say_rate(device, name, rate, unit):
    known = next((table.get(name) for key, table in KNOWN_CEILINGS.items() if key in device), None)
    is_good = known is None or rate >= CLOSE_ENOUGH * known
    words = f"{rate / 1e12:.2f} T{unit}/s" + ("" if is_good else f", expected {known / 1e12:.2f}")
    say(name, "passed" if is_good else "failed", words, value=rate, unit=unit + "/s", known=known)


def allow_tf32(torch, allowed):
    torch.backends.cuda.matmul.allow_tf32 = allowed
    torch.backends.cudnn.allow_tf32 = allowed


def wake(torch, run, seconds=0.5):
    """An idle device has low clocks, which rise only while it works."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        run()
        torch.cuda.synchronize()


def ceilings():
    torch, reason = torch_or_reason()
    if torch is None:
        say("ceilings", "skipped", reason)
        return
    device = torch.cuda.get_device_name(0)
    # A kernel reads and writes: the copy engine that copy_ asks is slower (2.8 of 4.3 TB/s on an H200).
    source = torch.zeros(1 << 28, dtype=torch.float32, device="cuda")
    target = torch.empty_like(source)
    wake(torch, lambda: torch.neg(source, out=target))
    say_rate(device, "copy", 2 * 4 * source.numel() / seconds_of(torch, lambda: torch.neg(source, out=target), 5), "B")
    for name, element, tf32, size in (("gemm fp32", torch.float32, False, 4096), ("gemm tf32", torch.float32, True, 8192),
                                      ("gemm fp16", torch.float16, False, 8192), ("gemm bf16", torch.bfloat16, False, 8192)):
        allow_tf32(torch, tf32)
        a, b = (torch.randn(size, size, device="cuda").to(element) for _ in range(2))
        out = torch.empty(size, size, device="cuda", dtype=element)
        say_rate(device, name, 2 * size**3 / seconds_of(torch, lambda: torch.matmul(a, b, out=out), 5), "FLOP")
    small = torch.zeros(32, device="cuda")
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(2000):
        small.add_(1)
    torch.cuda.synchronize()
    say("launch", "passed", f"{(time.perf_counter() - start) / 2000 * 1e6:.2f} µs per launch, PyTorch's own cost included")


def product_call(torch, product, element):
    """A call without arguments; product: kind, shapes and attributes as ONNX has them."""
    kind = product["kind"]
    a, b = (torch.randn(*shape, device="cuda").to(element) for shape in product["shapes"])
    if kind != "Conv":
        a = a.t() if kind == "Gemm" and product.get("transA") else a
        b = b.t() if kind == "Gemm" and product.get("transB") else b
        return lambda: torch.matmul(a, b)
    axes = len(product["shapes"][0]) - 2
    pads = product.get("pads", [0] * (2 * axes))
    if product.get("auto_pad", "VALID") != "VALID" or pads[:axes] != pads[axes:]:
        raise ValueError("pads that PyTorch has no words for")
    convolve = {1: torch.nn.functional.conv1d, 2: torch.nn.functional.conv2d, 3: torch.nn.functional.conv3d}[axes]
    options = {"stride": product.get("strides", [1] * axes), "padding": pads[:axes],
               "dilation": product.get("dilations", [1] * axes), "groups": product.get("group", 1)}
    return lambda: convolve(a, b, **options)


def products(path, precision):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    torch, reason = torch_or_reason()
    if torch is None:
        return {"error": {"message": reason}}
    element = {"f16": torch.float16, "bf16": torch.bfloat16}.get(precision, torch.float32)
    allow_tf32(torch, precision == "tf32")
    torch.backends.cudnn.benchmark = True  # times all algorithms of cuDNN and keeps the best
    total, timed, left, rows = 0.0, 0, document["unknown"], []
    with torch.no_grad():
        for entry in document["products"]:
            try:
                seconds = seconds_of(torch, product_call(torch, entry["product"], element))
            except (KeyError, ValueError, RuntimeError) as error:
                left += entry["count"]
                rows.append({**entry, "error": str(error)[:200]})
                continue
            total += seconds * entry["count"]
            timed += entry["count"]
            rows.append({**entry, "ns": round(seconds * 1e9)})
    return {"sum_ns": round(total * 1e9), "products": timed, "left_out": left, "rows": rows}


def open_library(name, patterns):
    """By its name alone, then where pip puts it, then in the toolkit; None if it is nowhere."""
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations) if spec else []
    folders += [os.path.join(folder, "nvidia") for folder in os.environ.get("OPSCOPE_CUDA_LIBS", "").split(":") if folder]
    candidates = [name] + [p for f in folders for pattern in patterns for p in sorted(glob.glob(os.path.join(f, pattern)))]
    candidates += [os.path.join("/usr/local/cuda", folder, name) for folder in ("lib64", "extras/CUPTI/lib64")]
    for candidate in candidates:
        try:
            return ctypes.CDLL(candidate)
        except OSError:
            continue
    return None


def ns_per_call(call, count=20000):
    start = time.perf_counter_ns()
    for _ in range(count):
        call()
    return (time.perf_counter_ns() - start) / count


def ask_correlation():
    driver = open_library("libcuda.so.1", [])
    if driver is None or driver.cuInit(0) != 0:
        say("1 push and pop", "skipped", "no driver that works")
        return
    cupti = open_library("libcupti.so.13", ["cu13/lib/libcupti.so.13", "cuda_cupti/lib/libcupti.so.1*"])
    if cupti is None:
        say("1 push and pop", "skipped", "no libcupti.so.13")
        return
    version, popped = ctypes.c_uint32(), ctypes.c_uint64()
    cupti.cuptiGetVersion(ctypes.byref(version))
    custom = ctypes.c_int(3)  # CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0
    code = cupti.cuptiActivityPushExternalCorrelationId(custom, ctypes.c_uint64(1))
    cupti.cuptiActivityPopExternalCorrelationId(custom, ctypes.byref(popped))
    python = ns_per_call(lambda: cupti.cuptiGetVersion(ctypes.byref(version)))

    def pair():
        cupti.cuptiActivityPushExternalCorrelationId(custom, ctypes.c_uint64(1))
        cupti.cuptiActivityPopExternalCorrelationId(custom, ctypes.byref(popped))

    cost = ns_per_call(pair) - 2 * python
    say("1 push and pop", "passed", f"CUPTI {version.value}, result {code}: about {cost:.0f} ns per pair (Python's {2 * python:.0f} ns off)",
        ns=cost)


def ask_nvml():
    nvml = open_library("libnvidia-ml.so.1", [])
    if nvml is None or nvml.nvmlInit_v2() != 0:
        say("10 NVML", "skipped", "NVML does not start")
        return
    device = ctypes.c_void_p()
    nvml.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(device))
    answers = []
    for name, function, kind, unit in (("power", "nvmlDeviceGetPowerUsage", ctypes.c_uint, "mW"),
                                       ("energy", "nvmlDeviceGetTotalEnergyConsumption", ctypes.c_ulonglong, "mJ"),
                                       ("event reasons", "nvmlDeviceGetCurrentClocksEventReasons", ctypes.c_ulonglong, "")):
        value = kind()
        code = getattr(nvml, function)(device, ctypes.byref(value))
        answers.append(f"{name} {value.value} {unit}".strip() if code == 0 else f"{name}: error {code}")
    value = ctypes.c_uint()
    cost = ns_per_call(lambda: nvml.nvmlDeviceGetPowerUsage(device, ctypes.byref(value)), 200)
    say("10 NVML", "passed", "; ".join(answers) + f"; {cost / 1e3:.0f} µs per question", ns=cost)


def ask_gelu(torch):
    """Which GELU the epilogue of cuBLASLt is: PyTorch's fused addmm uses it."""
    a, b, bias = torch.randn(256, 256, device="cuda"), torch.randn(256, 256, device="cuda"), torch.zeros(256, device="cuda")
    allow_tf32(torch, False)
    fused = torch.ops.aten._addmm_activation(bias, a, b, use_gelu=True)
    product = (a.double() @ b.double())
    distance = {form: (torch.nn.functional.gelu(product, approximate=form) - fused.double()).abs().max().item()
                for form in ("tanh", "none")}
    form = "tanh" if distance["tanh"] < distance["none"] else "erf"
    say("9 GELU of cuBLASLt", "passed", f"{form} (largest distance: tanh {distance['tanh']:.1e}, erf {distance['none']:.1e})")


def ask_tf32(torch):
    x, w = torch.randn(1, 64, 56, 56, device="cuda"), torch.randn(64, 64, 3, 3, device="cuda")
    exact = torch.nn.functional.conv2d(x.double(), w.double(), padding=1)
    errors = {}
    for allowed in (False, True):
        allow_tf32(torch, allowed)
        found = torch.nn.functional.conv2d(x, w, padding=1).double()
        errors[allowed] = ((found - exact).abs().max() / exact.abs().max()).item()
    say("9 cuDNN without TF32", "passed", f"largest error {errors[False]:.1e} of the largest element; with TF32 {errors[True]:.1e}")


def questions():
    for ask in (ask_correlation, ask_nvml):
        guarded(ask)
    torch, reason = torch_or_reason()
    if torch is None:
        say("9 libraries", "skipped", reason)
    else:
        guarded(lambda: ask_gelu(torch))
        guarded(lambda: ask_tf32(torch))


def guarded(ask):
    try:
        ask()
    except Exception as error:  # a question never fails the check
        say("a question", "skipped", f"{type(error).__name__}: {error}"[:300])


def main(arguments):
    if arguments == ["ceilings"]:
        ceilings()
    elif arguments == ["questions"]:
        questions()
    elif len(arguments) == 3 and arguments[0] == "products":
        document = products(arguments[1], arguments[2])
        print(json.dumps(document))
        return 3 if "error" in document else 0
    else:
        sys.stderr.write(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
