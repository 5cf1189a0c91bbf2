"""Writes the wheel of the package: its Python files and the library, in a zip file.

    python wheel.py LIBRARY FOLDER

It needs nothing but Python itself. The wheel is for the system that it was written on.
"""

import base64
import hashlib
import pathlib
import sys
import sysconfig
import tomllib
import zipfile


def main(library, folder):
    here = pathlib.Path(__file__).parent
    project = tomllib.loads((here / "pyproject.toml").read_text())["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    info = f"{name}-{version}.dist-info"
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {it}" for it in project["dependencies"]),
    ]
    points = project["entry-points"]["jax_plugins"]
    package = here / "jax_plugins/hloom"
    files = {f"jax_plugins/hloom/{p.name}": p.read_bytes() for p in sorted(package.glob("*.py"))}
    files["jax_plugins/hloom/libhloom_pjrt.so"] = pathlib.Path(library).read_bytes()
    files[f"{info}/METADATA"] = "\n".join([*metadata, ""]).encode()
    tag = f"Wheel-Version: 1.0\nGenerator: hloom\nRoot-Is-Purelib: false\nTag: py3-none-{system}\n"
    files[f"{info}/WHEEL"] = tag.encode()
    lines = ["[jax_plugins]", *(f"{k} = {v}" for k, v in points.items()), ""]
    files[f"{info}/entry_points.txt"] = "\n".join(lines).encode()
    record = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(data)}")
    record.append(f"{info}/RECORD,,")
    files[f"{info}/RECORD"] = "\n".join([*record, ""]).encode()
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{version}-py3-none-{system}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files.items():
            out.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)
    print(f"{wheel} ({wheel.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main(*sys.argv[1:])
