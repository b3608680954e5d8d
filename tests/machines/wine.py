"""Wine, for programs built for Windows: Debian's packages wine64 and gcc-mingw-w64-x86-64."""

import os
import subprocess
from pathlib import Path

TARGET = "x86_64-pc-windows-gnu"
GCC = "x86_64-w64-mingw32-gcc"
TOP = Path(__file__).resolve().parents[2]

# Rust's standard library takes its random numbers from a library that Wine has had only since version 9
RANDOM = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, (ULONG)length); }
"""


def prepare():
    """Sets up Wine in a separate folder, for this process and the processes that it starts."""
    folder = TOP / "target/machines/wine"
    # Wine shows only the characters of the locale
    os.environ.update(WINEPREFIX=str(folder), WINEDEBUG="-all", LC_ALL="C.UTF-8")
    if not (folder / "system.reg").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["wineboot", "--init"], check=True, capture_output=True)
    library = folder / "drive_c/windows/system32/bcryptprimitives.dll"
    if not library.exists():
        compiler = [GCC, "-shared", "-x", "c", "-", "-x", "none", "-ladvapi32", "-o", library]
        subprocess.run(compiler, input=RANDOM, text=True, check=True)
