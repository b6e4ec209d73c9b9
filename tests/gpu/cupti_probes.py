#!/usr/bin/env python3
"""Asks CUPTI and the driver what their documentation leaves open about graphs and about who may trace; prints one JSON object per
line. Needs no program of ours: where both answer, they can be compared. Numbers of questions are those of the GPU's design.

  cupti_probes.py all SECONDS   every question in a process of its own, none begun after that time
  cupti_probes.py ids SHAPE [unwatched]
                                3, 4: ids of a captured graph's nodes, of its executable copy's, and in records of kernels; SHAPE:
                                chain or fork; unwatched: nobody listens to the capture
  cupti_probes.py clock [finalise]
                                2: whether records have the time of a clock that was registered once, after recording was switched off
                                and on, and after cuptiFinalize
  cupti_probes.py pool flush|keep
                                5: what is lost when the device has room for few records, with cuptiActivityFlushAll between replays
                                or without
  cupti_probes.py cost MODE     7: what recording costs per kernel; MODE: stream or graph
  cupti_probes.py subscribe     8: a second client in one process
  cupti_probes.py answers       8: what the first calls return, before cuInit and after it
  cupti_probes.py layout        where this script believes that fields lie
"""
import ctypes
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p

from gpu_probes import open_library, say

HERE = os.path.dirname(os.path.abspath(__file__))
EMPTY_KERNEL = b".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry probe()\n{\n ret;\n}\n"

# Of CUPTI 13.0; "layout" prints them, and tests hold them against profiler/cupti/records.h and api.h.
LAYOUT = {"kind.kernel": 10, "kernel.start": 16, "kernel.end": 24, "kernel.gridX": 52, "kernel.graphNode": 144,
          "domain.resource": 3, "resource.nodeCreated": 13, "resource.nodeCloned": 20, "event.descriptor": 16, "graph.node": 16,
          "graph.originalNode": 24, "graph.nodeType": 32}
KERNEL = LAYOUT["kind.kernel"]
FLUSH_FORCED = 1
DEVICE_BUFFER_BYTES, DEVICE_BUFFER_LIMIT, DEVICE_BUFFERS_AT_FIRST = 0, 2, 6  # CUpti_ActivityAttribute
BUFFER_BYTES = 256 << 10  # CUPTI fills each with zeros while the program launches: larger ones cost more

NODES = 8  # of the graphs whose ids are asked for
KERNELS = 400  # of a run whose cost is asked for
REPEATS = 9
FEW_BYTES, REPLAYS = 64 << 10, 60  # of a device buffer when there shall be few records; launches of a graph meanwhile

CLOCK = CFUNCTYPE(c_uint64)
REQUEST = CFUNCTYPE(None, POINTER(c_void_p), POINTER(c_size_t), POINTER(c_size_t))
COMPLETE = CFUNCTYPE(None, c_void_p, c_uint32, c_void_p, c_size_t, c_size_t)
EVENT = CFUNCTYPE(None, c_void_p, c_uint32, c_uint32, c_void_p)


class Refused(Exception):
    """A function that did not answer with success."""


class Library:
    def __init__(self, handle, name):
        if handle is None:
            raise Refused(f"no {name}")
        self.handle = handle

    def code(self, name, *arguments):
        return getattr(self.handle, name)(*arguments)

    def call(self, name, *arguments):
        code = self.code(name, *arguments)
        if code != 0:
            raise Refused(f"{name} answers {code}")


def open_driver():
    return Library(open_library("libcuda.so.1", []), "libcuda.so.1")


def open_tracer():
    return Library(open_library("libcupti.so.13", ["cu13/lib/libcupti.so.13", "cuda_cupti/lib/libcupti.so.1*"]), "libcupti.so.13")


class SubscriberParams(ctypes.Structure):
    _fields_ = [("bytes", c_size_t), ("name", c_char_p), ("old_name", c_char_p), ("old_bytes", c_size_t)]


class Device:
    """The first device with one kernel that does nothing. Its grid's first size tells launches apart."""

    def __init__(self):
        self.driver = open_driver()
        self.driver.call("cuInit", 0)
        number, context, module, self.kernel = c_int(), c_void_p(), c_void_p(), c_void_p()
        self.driver.call("cuDeviceGet", byref(number), 0)
        self.driver.call("cuDevicePrimaryCtxRetain", byref(context), number)
        self.driver.call("cuCtxSetCurrent", context)
        self.driver.call("cuModuleLoadData", byref(module), EMPTY_KERNEL)
        self.driver.call("cuModuleGetFunction", byref(self.kernel), module, b"probe")
        self.stream = self.new_stream()

    def new_stream(self):
        stream = c_void_p()
        self.driver.call("cuStreamCreate", byref(stream), 1)
        return stream

    def launch(self, grid=1, stream=None):
        self.driver.call("cuLaunchKernel", self.kernel, grid, 1, 1, 1, 1, 1, 0, stream or self.stream, None, None)

    def order(self, before, after):
        """What `after` is given from now on waits for what `before` was given."""
        event = c_void_p()
        self.driver.call("cuEventCreate", byref(event), 2)
        self.driver.call("cuEventRecord", event, before)
        self.driver.call("cuStreamWaitEvent", after, event, 0)

    def capture(self, work):
        graph = c_void_p()
        self.driver.call("cuStreamBeginCapture_v2", self.stream, 2)
        work()
        self.driver.call("cuStreamEndCapture", self.stream, byref(graph))
        return graph

    def instantiate(self, graph):
        executable = c_void_p()
        self.driver.call("cuGraphInstantiateWithFlags", byref(executable), graph, c_uint64(0))
        return executable

    def nodes(self, graph):
        count = c_size_t()
        self.driver.call("cuGraphGetNodes", graph, None, byref(count))
        nodes = (c_void_p * count.value)()
        self.driver.call("cuGraphGetNodes", graph, nodes, byref(count))
        return list(nodes)

    def replay(self, executable):
        self.driver.call("cuGraphLaunch", executable, self.stream)

    def wait(self):
        self.driver.call("cuStreamSynchronize", self.stream)


class Tracer:
    """Records, and the ids of nodes as a listener is told them: in order, kernels only."""

    def __init__(self):
        self.cupti = open_tracer()
        self.buffers, self.full, self.free, self.created, self.cloned = {}, [], [], [], []
        self.subscriber = None
        self.callbacks = (REQUEST(self._request), COMPLETE(self._complete), EVENT(self._event))  # CUPTI keeps their addresses
        self.cupti.call("cuptiActivityRegisterCallbacks", self.callbacks[0], self.callbacks[1])

    def _request(self, buffer, size, most):
        address = self.free.pop() if self.free else self._new_buffer()
        buffer[0], size[0], most[0] = address, BUFFER_BYTES, 0

    def _new_buffer(self):
        memory = (ctypes.c_uint8 * BUFFER_BYTES)()
        self.buffers[ctypes.addressof(memory)] = memory
        return ctypes.addressof(memory)

    def _complete(self, _context, _stream, buffer, _size, valid):
        self.full.append((buffer, valid))

    def _event(self, _user, domain, event, data):
        if domain != LAYOUT["domain.resource"] or not data:
            return
        graph = c_void_p.from_address(data + LAYOUT["event.descriptor"]).value
        if not graph or c_int.from_address(graph + LAYOUT["graph.nodeType"]).value != 0:
            return
        node = self.id_of(c_void_p.from_address(graph + LAYOUT["graph.node"]))
        if event == LAYOUT["resource.nodeCreated"]:
            self.created.append(node)
        elif event == LAYOUT["resource.nodeCloned"]:
            self.cloned.append((self.id_of(c_void_p.from_address(graph + LAYOUT["graph.originalNode"])), node))

    def id_of(self, node):
        number = c_uint64()
        code = self.cupti.code("cuptiGetGraphNodeId", node, byref(number))
        return number.value if code == 0 else f"error {code}"

    def subscribe(self, name=b"Opscope's probes"):
        """The answer, and who was there before."""
        old = ctypes.create_string_buffer(64)
        params = SubscriberParams(ctypes.sizeof(SubscriberParams), name, ctypes.cast(old, c_char_p), len(old))
        subscriber = c_void_p()
        code = self.cupti.code("cuptiSubscribe_v2", byref(subscriber), self.callbacks[2], None, byref(params))
        if code == 0:
            self.subscriber = subscriber
        return code, old.value.decode(errors="replace")

    def watch_graphs(self):
        code, old = self.subscribe()
        if code != 0:
            raise Refused(f"cuptiSubscribe_v2 answers {code}" + (f", taken by {old}" if old else ""))
        for event in ("resource.nodeCreated", "resource.nodeCloned"):
            self.cupti.call("cuptiEnableCallback", 1, self.subscriber, LAYOUT["domain.resource"], LAYOUT[event])

    def start(self, kind):
        self.cupti.call("cuptiActivityEnable", kind)

    def stop(self, kind):
        """Records of this kind, by their addresses; after the work has ended."""
        self.cupti.call("cuptiActivityDisable", kind)
        self.cupti.call("cuptiActivityFlushAll", FLUSH_FORCED)
        return [record for buffer, valid in self.full for record in self._records(buffer, valid)
                if c_uint32.from_address(record).value == kind]

    def _records(self, buffer, valid):
        record = c_void_p()
        while valid > 0 and self.cupti.code("cuptiActivityGetNextRecord", c_void_p(buffer), c_size_t(valid), byref(record)) == 0:
            yield record.value

    def forget(self):
        self.free += [buffer for buffer, _ in self.full]
        self.full.clear()


def field(record, name, kind=c_uint32):
    return kind.from_address(record + LAYOUT[name]).value


def capture_of(device, shape):
    if shape == "chain":
        return lambda: [device.launch(i + 1) for i in range(NODES)]
    side = device.new_stream()

    def fork():
        device.order(device.stream, side)
        for i in range(NODES):
            device.launch(i + 1, side if i % 2 else None)
        device.order(side, device.stream)

    return fork


def ascend(numbers):
    return all(a < b for a, b in zip(numbers, numbers[1:]))


def ids(shape, watched):
    """In order of capture: ids told at capture, those of the graph's nodes without order, told when cloned, and in records."""
    device, tracer = Device(), Tracer()
    if watched:
        tracer.watch_graphs()
    graph = device.capture(capture_of(device, shape))
    executable = device.instantiate(graph)
    device.replay(executable)
    device.wait()
    tracer.start(KERNEL)
    device.replay(executable)
    device.wait()
    records = sorted((field(r, "kernel.gridX"), field(r, "kernel.graphNode", c_uint64)) for r in tracer.stop(KERNEL))
    clone_of = dict(tracer.cloned)
    return {"created": tracer.created, "cloned": [clone_of.get(node) for node in tracer.created],
            "nodes": sorted(str(tracer.id_of(c_void_p(node))) for node in device.nodes(graph)),
            "recorded": [node for _, node in records]}


def judge_ids(shape, found):
    recorded = found["recorded"]
    created, cloned = (found[key][:len(recorded)] for key in ("created", "cloned"))  # copies are told too
    words = [f"{len(recorded)} of {NODES} kernels recorded"]
    if created:
        words.append("records have the ids of clones" if recorded == cloned else
                     "records have the ids of the capture" if recorded == created else "records have other ids than both")
    else:
        at_capture = sorted(map(str, recorded)) == found["nodes"]
        words.append("records have the ids that the captured graph's nodes have" if at_capture else
                     "the captured graph's nodes have other ids than records")
    words.append("ids in records ascend in order of capture" if ascend(recorded) else "ids in records do not ascend in order of capture")
    if created and len(created) == len(recorded) and all(isinstance(node, int) for node in created):
        distances = {b - a for a, b in zip(created, recorded)}
        words.append(f"each is {distances.pop()} above that of its capture" if len(distances) == 1 else
                     "their distance to those of the capture varies")
    watched = "" if created else ", nobody listening"
    say(f"3, 4 node ids of a {shape}{watched}", "passed", "; ".join(words), **found)


def ns_of(run):
    start = time.perf_counter_ns()
    run()
    return time.perf_counter_ns() - start


def cost(mode):
    """Nanoseconds per kernel without recording and with it, in turn; both with the wait at the end."""
    device, tracer = Device(), Tracer()

    def launches():
        for _ in range(KERNELS):
            device.launch()

    work = launches
    if mode != "stream":
        executable = device.instantiate(device.capture(launches))
        work = lambda: device.replay(executable)

    def run():
        work()
        device.wait()

    def recorded():
        tracer.start(KERNEL)
        elapsed = ns_of(run)
        count = len(tracer.stop(KERNEL))
        tracer.forget()
        return elapsed, count

    for _ in range(3):
        run()
        recorded()
    off, on, counts = [], [], set()
    for _ in range(REPEATS):
        off.append(ns_of(run) / KERNELS)
        elapsed, count = recorded()
        on.append(elapsed / KERNELS)
        counts.add(count)
    return {"mode": mode, "off_ns": statistics.median(off), "on_ns": statistics.median(on), "records": sorted(counts)}


def clock(finalise):
    """Of each round, records that do not lie in the time that it took."""
    device, tracer = Device(), Tracer()
    told = CLOCK(time.monotonic_ns)
    rounds = []

    def attach():
        tracer.cupti.call("cuptiActivityRegisterTimestampCallback", told)

    def round_of(name):
        before = time.monotonic_ns()
        tracer.start(KERNEL)
        for _ in range(NODES):
            device.launch()
        device.wait()
        starts = [field(record, "kernel.start", c_uint64) for record in tracer.stop(KERNEL)]
        after = time.monotonic_ns()
        tracer.forget()
        rounds.append({"round": name, "records": len(starts), "outside": sum(not before <= start <= after for start in starts)})

    attach()
    round_of("the first round")
    round_of("switched off and on")
    if finalise:
        tracer.cupti.call("cuptiFinalize")
        tracer.cupti.call("cuptiActivityRegisterCallbacks", tracer.callbacks[0], tracer.callbacks[1])
        round_of("after cuptiFinalize")
    attach()
    round_of("registered again")
    round_of("and once more switched off and on")
    return {"rounds": rounds}


def judge_clock(name, found):
    words = [f"{r['round']}: {r['outside']} of {r['records']} records at another time" for r in found["rounds"]]
    say(name, "passed", "; ".join(words), **found)


def pool(mode):
    tracer = Tracer()
    for attribute, value in ((DEVICE_BUFFER_BYTES, FEW_BYTES), (DEVICE_BUFFER_LIMIT, 2), (DEVICE_BUFFERS_AT_FIRST, 1)):
        size, setting = c_size_t(ctypes.sizeof(c_size_t)), c_size_t(value)
        tracer.cupti.call("cuptiActivitySetAttribute", attribute, byref(size), byref(setting))
    device = Device()
    executable = device.instantiate(device.capture(lambda: [device.launch() for _ in range(KERNELS)]))
    tracer.start(KERNEL)
    for _ in range(REPLAYS):
        device.replay(executable)
        device.wait()
        if mode == "flush":
            tracer.cupti.call("cuptiActivityFlushAll", 0)
    records = tracer.stop(KERNEL)
    timeless = sum(field(r, "kernel.start", c_uint64) == 0 or field(r, "kernel.end", c_uint64) < field(r, "kernel.start", c_uint64)
                   for r in records)
    dropped = c_size_t()
    tracer.cupti.call("cuptiActivityGetNumDroppedRecords", None, 0, byref(dropped))
    return {"mode": mode, "launched": REPLAYS * KERNELS, "records": len(records), "without_time": timeless, "dropped": dropped.value}


def judge_pool(found):
    between = "flushed between replays" if found["mode"] == "flush" else "not flushed"
    say(f"5 device buffers, {between}", "passed", f"{found['launched']} kernels with 2 buffers of {FEW_BYTES >> 10} KiB: "
        f"{found['records']} records, {found['without_time']} of them without time, {found['dropped']} told as dropped", **found)


def judge_cost(found):
    more = found["on_ns"] - found["off_ns"]
    records = " or ".join(map(str, found["records"]))
    say(f"7 recording a {found['mode']}", "passed",
        f"{found['off_ns']:.0f} ns per kernel, recorded {found['on_ns']:.0f} ({more:+.0f} ns, {more / found['off_ns']:+.0%}); "
        f"{records} records of {KERNELS} kernels", **found)


def subscribe():
    driver, tracer = open_driver(), Tracer()
    driver.call("cuInit", 0)
    first, before = tracer.subscribe(b"the first client")
    second, old = tracer.subscribe(b"the second client")
    return {"first": first, "before": before, "second": second, "old": old}


def judge_subscribe(tool, found):
    words = f"the first client is answered {found['first']}" + (f", taken by \"{found['before']}\"" if found["before"] else "")
    words += f"; the second {found['second']}" + (f", taken by \"{found['old']}\"" if found["old"] else ", without a name")
    say(f"8 clients {tool}", "passed", words, **found)


def answers():
    driver, cupti = open_driver(), open_tracer()
    version, count = c_uint32(), c_int(-1)
    codes = {"before cuInit cuptiGetVersion": cupti.code("cuptiGetVersion", byref(version)),
             "cuptiActivityEnable": cupti.code("cuptiActivityEnable", KERNEL)}
    codes["cuInit"] = driver.code("cuInit", 0)
    codes["cuDeviceGetCount"] = driver.code("cuDeviceGetCount", byref(count))
    codes["after it cuptiActivityEnable"] = cupti.code("cuptiActivityEnable", KERNEL)
    tracer = Tracer.__new__(Tracer)
    tracer.cupti, tracer.callbacks, tracer.subscriber = cupti, (None, None, EVENT(lambda *_: None)), None
    codes["cuptiSubscribe_v2"] = tracer.subscribe()[0]
    return {"codes": codes, "devices": count.value, "version": version.value}


def judge_answers(situation, found):
    words = ", ".join(f"{name} {code}" for name, code in found["codes"].items())
    say(f"8 answers {situation}", "passed", f"{words}; {found['devices']} devices, CUPTI {found['version']}", **found)


class Asker:
    """Asks in processes of their own: none of them can harm another, or last too long."""

    def __init__(self, seconds):
        self.until = time.monotonic() + seconds

    def ask(self, name, judge, arguments, most=6, environment=None, through=()):
        left = int(min(most, self.until - time.monotonic()))
        if left < 1:
            say(name, "skipped", "no time left")
            return
        command = [sys.executable, os.path.join(HERE, "run_limited.py"), str(left), *through, sys.executable, os.path.abspath(__file__),
                   *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", env={**os.environ, **(environment or {})})
        for line in ended.stdout.splitlines():
            try:
                found = json.loads(line)  # tools that run a probe print lines of their own
            except ValueError:
                continue
            if isinstance(found, dict):
                self._judge(name, judge, found)
                return
        words = " ".join((ended.stderr or ended.stdout).split())[-250:]
        say(name, "skipped", f"cut off after {left} s" if ended.returncode == 124 else f"it ended with code {ended.returncode}: {words}")

    @staticmethod
    def _judge(name, judge, found):
        if "refused" in found:
            say(name, "skipped", found["refused"])
            return
        try:
            judge(found)
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            say(name, "skipped", f"not understood: {type(error).__name__} {error}")


def tool_commands(folder):
    """Tools that trace too, as prefixes of a command."""
    ncu = shutil.which("ncu")
    if ncu:
        yield "under ncu", [ncu, "--target-processes", "all"]
    found = [shutil.which("nsys")] + sorted(glob.glob("/opt/nvidia/*/*/host/target-linux-x64/nsys"))
    nsys = next(filter(None, found), None)
    if nsys:
        yield "under nsys", [nsys, "profile", "--force-overwrite", "true", "-o", os.path.join(folder, "nsys")]


def stub_library():
    """The library of the toolkit that programs are linked against, which is no driver."""
    folders = ["/usr/local/cuda/lib64/stubs", "/usr/local/cuda/targets/x86_64-linux/lib/stubs"]
    return next((path for path in (os.path.join(folder, "libcuda.so") for folder in folders) if os.path.exists(path)), None)


def ask_all(seconds):
    asker = Asker(seconds)
    for shape in ("chain", "fork"):
        asker.ask(f"3, 4 node ids of a {shape}", lambda found, shape=shape: judge_ids(shape, found), ["ids", shape])
    asker.ask("3, 4 node ids, nobody listening", lambda found: judge_ids("chain", found), ["ids", "chain", "unwatched"])
    for mode in ("stream", "graph"):
        asker.ask(f"7 recording: {mode}", judge_cost, ["cost", mode])
    asker.ask("8 clients", lambda found: judge_subscribe("in one process", found), ["subscribe"])
    with tempfile.TemporaryDirectory() as folder:
        situations = [("as it is", {}), ("with all devices hidden", {"CUDA_VISIBLE_DEVICES": ""}),
                      ("with a device that is not there", {"CUDA_VISIBLE_DEVICES": "99"})]
        stub = stub_library()
        if stub:
            os.symlink(stub, os.path.join(folder, "libcuda.so.1"))
            path = os.pathsep.join(filter(None, [folder, os.environ.get("LD_LIBRARY_PATH")]))
            situations.append(("of the stub library", {"LD_LIBRARY_PATH": path}))
        else:
            say("8 answers of the stub library", "skipped", "no toolkit with one is here")
        for situation, environment in situations:
            asker.ask(f"8 answers {situation}", lambda found, situation=situation: judge_answers(situation, found), ["answers"],
                      environment=environment)
        tools = list(tool_commands(folder))
        for tool, command in tools:
            asker.ask(f"8 clients {tool}", lambda found, tool=tool: judge_subscribe(tool, found), ["subscribe"], 8, through=command)
        if not tools:
            say("8 clients under a tool", "skipped", "neither ncu nor nsys is here")
    asker.ask("2 the clock", lambda found: judge_clock("2 the clock", found), ["clock"])
    asker.ask("2 the clock, finalised", lambda found: judge_clock("2 the clock, finalised", found), ["clock", "finalise"])
    for mode in ("flush", "keep"):
        asker.ask(f"5 device buffers: {mode}", judge_pool, ["pool", mode])


def one(arguments):
    asked = {("ids", 2): lambda: ids(arguments[1], True), ("ids", 3): lambda: ids(arguments[1], False),
             ("clock", 1): lambda: clock(False), ("clock", 2): lambda: clock(True), ("pool", 2): lambda: pool(arguments[1]),
             ("cost", 2): lambda: cost(arguments[1]), ("subscribe", 1): subscribe, ("answers", 1): answers,
             ("layout", 1): lambda: {**LAYOUT, "subscriber.bytes": ctypes.sizeof(SubscriberParams)}}
    return asked.get((arguments[0] if arguments else "", len(arguments)))


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "all" and arguments[1].isdigit():
        ask_all(int(arguments[1]))
        return 0
    asked = one(arguments)
    if asked is None:
        sys.stderr.write(__doc__)
        return 2
    try:
        found = asked()
    except (Refused, AttributeError) as error:  # AttributeError: a library without that function
        found = {"refused": str(error)}
    print(json.dumps(found), flush=True)
    # Without at-exit handlers: CUPTI calls back into what Python has taken down by then.
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
