"""How pip builds the package (PEP 517): by `./solenoid build` and `cmake --install`, into a wheel that
holds the package and, inside it, an installed Solenoid. Needs nothing but Python and what Solenoid is
built with."""

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "src" / "python" / "solenoid"


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
    """Builds what is missing; returns the build folder."""
    script = str(ROOT / "solenoid")
    subprocess.run([script, "build", "solenoid", "stencilc", "solenoid_library"], check=True,
                   stdout=sys.stderr)
    where = subprocess.run([script, "where"], check=True, stdout=subprocess.PIPE, text=True)
    return Path(where.stdout.strip())


def wheel_of(build_folder, wheel_directory):
    """Writes the wheel of a build to a folder and returns its name."""
    platform = os.uname()
    tag = f"py3-none-{platform.sysname.lower()}_{platform.machine}"
    name = f"solenoid-{version()}-{tag}.whl"
    info = f"solenoid-{version()}.dist-info"
    texts = {f"{info}/METADATA": metadata(),
             f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: solenoid\nRoot-Is-Purelib: false\n"
                              f"Tag: {tag}\n"}
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder) / "solenoid" / "prefix"
        subprocess.run(["cmake", "--install", str(build_folder), "--prefix", str(prefix), "--strip"],
                       check=True, stdout=subprocess.DEVNULL)
        files = {f"solenoid/{path.name}": path for path in sorted(PACKAGE.iterdir())
                 if path.suffix == ".py" or path.name == "py.typed"}
        # A zip file holds no links: of the names of the library the one that is loaded.
        files.update((path.relative_to(folder).as_posix(), path)
                     for path in sorted(prefix.rglob("*")) if path.is_file() and
                     not re.search(r"libsolenoid\.so\.", path.name) and
                     "share/solenoid/python" not in path.as_posix())
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
