"""All uses of what JAX keeps private: the registration of platforms, lowering rules, donation,
callbacks, exchanges between devices and DLPack.

Each use is guarded: if a version of JAX lacks it, the platform works without that feature, and a
warning names it. `tools/python/tests` tests each of them.
"""

import warnings

import numpy as np
from jax.interpreters import mlir

# Primitives for which hloom takes the rule of JAX's own CPU platform although there is a general
# one: the general rules of these are long programs of their own, and hloom knows the calls.
_AS_ON_CPU = ("lu", "eigh", "svd", "householder_product", "geqrf", "geqp3", "tridiagonal_solve")


def _guarded(feature):
    """Turns an error of a changed JAX into a warning that names the feature."""

    def decorate(function):
        def run(*args):
            try:
                return function(*args)
            except (ImportError, AttributeError, KeyError, TypeError) as error:
                warnings.warn(f"hloom works with this JAX without {feature}: {error!r}")

        return run

    return decorate


def register_platform(platform, path):
    """Registers the library as a platform of higher priority than the CPU's."""
    from jax._src import xla_bridge

    xla_bridge.register_plugin(platform, priority=500, library_path=str(path))


@_guarded("donated arguments")
def allow_donation(platform):
    """Lets JAX mark donated arguments in programs for the platform."""
    from jax._src.interpreters import mlir as lowering

    if platform not in lowering._platforms_with_donation:
        lowering._platforms_with_donation.append(platform)


@_guarded("eig, eigh, svd, schur, hessenberg and other decompositions")
def register_lowerings(platform):
    """Registers the rules of JAX's CPU platform for primitives that have no general rule."""
    import jax._src.debugging  # noqa: F401  (its rules belong to the tables)
    import jax._src.lax.linalg  # noqa: F401
    from jax._src.interpreters import mlir as lowering

    general = lowering._lowerings
    for primitive, rule in list(lowering._platform_specific_lowerings["cpu"].items()):
        if primitive in general and primitive.name not in _AS_ON_CPU:
            continue
        function = getattr(rule, "rule", rule)
        mlir.register_lowering(primitive, function, platform=platform)


@_guarded("jax.experimental.custom_partitioning and jax.lax.ragged_all_to_all")
def register_exchanges(platform):
    """Lowers what several devices do together in ways that only XLA knows.

    Programs run once, on whole tensors, so a function with a partitioning of its own is lowered as it
    is, and the exchange of slices of various lengths as other operations.
    """
    from jax._src import core, custom_partitioning
    from jax._src.lax import parallel

    from jax_plugins.hloom import ragged

    def whole(ctx, *values, call, **_):
        return mlir.lower_fun(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *values)

    exchange = mlir.lower_fun(ragged.exchange, multiple_results=False)
    mlir.register_lowering(custom_partitioning.custom_partitioning_p, whole, platform=platform)
    mlir.register_lowering(parallel.ragged_all_to_all_p, exchange, platform=platform)


@_guarded("calls from programs to Python")
def register_callbacks(platform, callbacks):
    """Lowers callbacks of programs for the platform to its own custom call."""
    from jax._src import callback as jax_callback
    from jax._src.interpreters import mlir as lowering

    of_other_platforms = jax_callback.emit_python_callback

    def emit(ctx, callback, token, operands, operand_avals, result_avals, **options):
        if tuple(ctx.module_context.platforms) != (platform,):
            return of_other_platforms(
                ctx, callback, token, operands, operand_avals, result_avals, **options
            )
        described = lambda avals: [(tuple(a.shape), np.dtype(a.dtype)) for a in avals]
        checked = _checked(callback, described(result_avals))
        entry = callbacks.add(checked, described(operand_avals), described(result_avals))
        ctx.module_context.add_keepalive(entry)
        call = lowering.custom_call(
            "hloom_callback",
            result_types=[lowering.aval_to_ir_type(ctx.module_context, a) for a in result_avals],
            operands=operands,
            backend_config=str(entry.number),
            has_side_effect=options.get("has_side_effect", True),
            api_version=2,
        )
        return list(call.results), token, entry

    jax_callback.emit_python_callback = emit


@_guarded("DLPack from the platform's arrays")
def register_dlpack(platform):
    """Lets the platform's arrays be exported: jaxlib's own code does so for the CPUs and GPUs it knows.

    An array of JAX's CPU platform takes its place, in the same memory if that is aligned as the CPU
    platform demands (64 bytes), else in a copy.
    """
    import jax
    from jax._src import array, dlpack

    export, device_of = dlpack._to_dlpack, array.ArrayImpl.__dlpack_device__

    def to_dlpack(x, stream=None, src_device=None, device=None, copy=None, **more):
        source = src_device if src_device is not None else next(iter(x.devices()))
        if source.platform != platform:
            return export(
                x, stream=stream, src_device=src_device, device=device, copy=copy, **more
            )
        if device is not None and device.platform != "cpu":
            raise BufferError(f"an array of {source} can be exported as one of a CPU, not of {device}")
        own = _on_cpu(np.asarray(x), copy)
        if own is None:
            raise BufferError(f"the array of {source} can't be exported without a copy")
        return export(own, stream=None, src_device=own.device, **more)

    def dlpack_device(self):
        if self.platform() != platform or len(self.devices()) != 1:
            return device_of(self)
        return dlpack.DLDeviceType.kDLCPU, 0

    def _on_cpu(view, copy):
        if copy:
            view = view.copy()
        try:
            own = jax.device_put(view, jax.devices("cpu")[0], may_alias=True)
        except RuntimeError as error:
            raise BufferError(
                f"DLPack needs JAX's CPU platform (JAX_PLATFORMS={platform},cpu): {error}"
            ) from error
        moved = view.size and own.unsafe_buffer_pointer() != view.ctypes.data
        return None if copy is False and moved else own

    dlpack._to_dlpack = to_dlpack
    array.ArrayImpl.__dlpack_device__ = dlpack_device


def _checked(callback, results):
    """The callback, with its results checked against what the program expects."""

    def run(*args):
        values = tuple(np.asarray(value) for value in callback(*args))
        if len(values) != len(results):
            raise RuntimeError(
                "Mismatched number of outputs from callback. "
                f"Expected: {len(results)}, Actual: {len(values)}"
            )
        for i, (value, (shape, dtype)) in enumerate(zip(values, results)):
            if value.shape != shape:
                raise RuntimeError(
                    f"Incorrect output shape for return value #{i}: "
                    f"Expected: {shape}, Actual: {value.shape}"
                )
        return tuple(v.astype(d, copy=False) for v, (_, d) in zip(values, results))

    return run
