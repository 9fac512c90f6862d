"""How pip builds the package (PEP 517): by `./solenoid build` and `cmake --install`, into a wheel that
holds the package, its module for the Python that runs this, and an installed Solenoid."""

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The package itself, which is beside the prefix; what programs in other languages are compiled with. A zip
# file holds no links: of the names of the library it has the one by which the module asks for it.
NOT_IN_WHEEL = re.compile(r"^share/solenoid/(python|fortran)/|^include/solenoid/|/cmake/Solenoid/|"
                          r"/solenoid\.pc$|/libsolenoid\.so(\.\d+\.\d+\.\d+)?$")


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(Solenoid VERSION ([0-9.]+)", text)[1]


def metadata():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return (f"Metadata-Version: 2.1\nName: solenoid\nVersion: {version()}\n"
            "Summary: Compressible (magneto)hydrodynamics on uniform grids\n"
            "Requires-Python: >=3.8\nRequires-Dist: numpy\n"
            "Requires-Dist: h5py; extra == \"files\"\nProvides-Extra: files\n"
            f"Description-Content-Type: text/markdown\n\n{readme}")


def build():
    """Builds what is missing, the module for this Python; returns the build folder."""
    script = str(ROOT / "solenoid")
    subprocess.run([script, "build", "solenoid", "stencilc", "solenoid_library", "solenoid_python"],
                   check=True, stdout=sys.stderr, env={**os.environ, "SOLENOID_PYTHON": sys.executable})
    where = subprocess.run([script, "where"], check=True, stdout=subprocess.PIPE, text=True)
    return Path(where.stdout.strip())


def wheel_of(build_folder, wheel_directory):
    """Writes the wheel of a build to a folder and returns its name."""
    platform, python = os.uname(), f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}{sys.abiflags}-{platform.sysname.lower()}_{platform.machine}"
    module = f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"
    name = f"solenoid-{version()}-{tag}.whl"
    info = f"solenoid-{version()}.dist-info"
    texts = {f"{info}/METADATA": metadata(),
             f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: solenoid\nRoot-Is-Purelib: false\n"
                              f"Tag: {tag}\n"}
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder) / "solenoid" / "prefix"
        subprocess.run(["cmake", "--install", str(build_folder), "--prefix", str(prefix), "--strip"],
                       check=True, stdout=subprocess.DEVNULL)
        package = prefix / "share/solenoid/python/solenoid"
        if not (package / module).exists():
            raise FileNotFoundError(f"{build_folder} holds no module for {sys.executable}")
        files = {f"solenoid/{path.name}": path for path in sorted(package.iterdir())}
        files.update((path.relative_to(folder).as_posix(), path)
                     for path in sorted(prefix.rglob("*")) if path.is_file() and
                     not NOT_IN_WHEEL.search(path.relative_to(prefix).as_posix()))
        write(Path(wheel_directory) / name, files, texts, f"{info}/RECORD")
    return name


def write(target, files, texts, record):
    rows = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as wheel:
        for name, content in [*((name, path.read_bytes()) for name, path in files.items()),
                              *((name, text.encode()) for name, text in texts.items())]:
            entry = zipfile.ZipInfo(name)
            mode = files[name].stat().st_mode if name in files else 0o100644
            entry.external_attr = (mode & 0o177777) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(content)}")
        wheel.writestr(record, "\n".join([*rows, f"{record},,"]) + "\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return wheel_of(build(), wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("a package of sources is a checkout: take the repository")
