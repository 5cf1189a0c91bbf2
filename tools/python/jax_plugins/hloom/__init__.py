"""JAX's platform `hloom`: `JAX_PLATFORMS=hloom,cpu python script.py`.

JAX finds this package by itself and calls `initialize`, which registers the library beside this file,
or the one that `HLOOM_PJRT_LIBRARY` names. `HLOOM_DEVICES` says how many devices there are.

Everything of JAX that is not public is used in `private.py` alone.
"""

import os
import pathlib

PLATFORM = "hloom"


def library() -> pathlib.Path:
    """The path of the plugin's library."""
    named = os.environ.get("HLOOM_PJRT_LIBRARY")
    return pathlib.Path(named) if named else pathlib.Path(__file__).parent / "libhloom_pjrt.so"


def initialize() -> None:
    """Registers the platform with JAX, and what its programs need there."""
    path = library()
    if not path.exists():
        raise FileNotFoundError(
            f"hloom's library is not at {path}; set HLOOM_PJRT_LIBRARY, or build a wheel with "
            "`cargo xtask wheel`"
        )
    from jax_plugins.hloom import callbacks, private

    private.register_platform(PLATFORM, path)
    private.allow_donation(PLATFORM)
    private.register_lowerings(PLATFORM)
    private.register_exchanges(PLATFORM)
    private.register_callbacks(PLATFORM, callbacks.Callbacks(path))
    private.register_dlpack(PLATFORM)
