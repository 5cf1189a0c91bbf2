"""The programs of the GPU benchmark: each once for JAX, whose StableHLO hloom compiles, and once
for PyTorch.

PROGRAMS maps a name to a Program. Sizes fill the chip; with tiny=True they are small enough for
an emulator. The models are those of the CPU suite, from their text.
"""

import dataclasses
import math
import pathlib
from typing import Callable, Optional

HERE = pathlib.Path(__file__).parent


@dataclasses.dataclass
class Program:
    """A program with the shapes and element types that it runs on."""

    # Kind and extents of each argument: ("f32", (4096, 4096)).
    arguments: list
    # A function of JAX arrays; of none the text is read from a file.
    jax: Optional[Callable] = None
    # The same of PyTorch tensors, where it is written.
    torch: Optional[Callable] = None
    # Bytes that have to be moved, and operations of matrix units: what rates are of.
    bytes: int = 0
    flops: int = 0
    # A file with StableHLO text.
    text: Optional[pathlib.Path] = None
    # Whether PyTorch and JAX may round factors to tf32, as hloom is told to.
    tf32: bool = False
    # What brings PyTorch's arguments into the order that it wants, ahead of what is timed.
    prepared: Optional[Callable] = None


WIDTH = {"f32": 4, "bf16": 2, "f16": 2, "f8": 1, "i32": 4}


def size(arguments):
    """Bytes of arguments."""
    return sum(WIDTH[kind] * math.prod(shape) for kind, shape in arguments)


def programs(tiny=False, torch=False):
    """All programs by name, models with PyTorch's form of them if that is asked for."""
    found = {}
    found.update(memory_bound(tiny))
    found.update(products(tiny))
    found.update(attentions(tiny))
    found.update(models(tiny, torch))
    return found


def memory_bound(tiny):
    n = 32 if tiny else 8192
    elements = 1024 if tiny else 1 << 28
    square = [("f32", (n, n))]
    both = 2 * size(square)
    vector = [("f32", (elements,))]

    def layer_norm(x, scale, shift):
        from jax import lax

        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift

    def torch_layer_norm(x, scale, shift):
        import torch.nn.functional as F

        return F.layer_norm(x, x.shape[-1:], scale, shift, 1e-5)

    def softmax(x):
        import jax

        return jax.nn.softmax(x, axis=-1)

    norms = [*square, ("f32", (n,)), ("f32", (n,))]
    heads = [("f32", (2, 8, 4, 16) if tiny else (32, 2048, 16, 64))]
    return {
        "copy": Program(vector, lambda x: -x, lambda x: -x, 2 * size(vector)),
        "softmax": Program(square, softmax, lambda x: x.softmax(-1), both),
        "layer-norm": Program(norms, layer_norm, torch_layer_norm, both),
        "row-sums": Program(square, lambda x: x.sum(1), lambda x: x.sum(1), both // 2),
        "column-sums": Program(square, lambda x: x.sum(0), lambda x: x.sum(0), both // 2),
        "sum": Program(vector, lambda x: x.sum(), lambda x: x.sum(), size(vector)),
        "transpose": Program(square, lambda x: x.T + 0.5, lambda x: x.t() + 0.5, both),
        "transpose-heads": Program(
            heads,
            lambda x: x.transpose(0, 2, 1, 3) + 0.5,
            lambda x: x.permute(0, 2, 1, 3).contiguous() + 0.5,
            2 * size(heads),
        ),
    }


def products(tiny):
    found = {}
    for n in (32,) if tiny else (512, 1024, 2048, 4096, 8192):
        for kind in ("bf16", "tf32", "f8"):
            found[f"matmul-{kind}-{n}"] = product(kind, n, tiny)
    return found


def product(kind, n, tiny):
    element = "f32" if kind == "tf32" else kind

    def jax_product(x, y):
        import jax.numpy as jnp
        from jax import lax

        # CPUs, which stand in where sizes are tiny, have no such product.
        single = kind == "tf32" and not tiny
        precision = lax.DotAlgorithmPreset.TF32_TF32_F32 if single else None
        out = {"bf16": jnp.bfloat16, "tf32": jnp.float32, "f8": jnp.float32}[kind]
        return jnp.matmul(x, y, precision=precision, preferred_element_type=out)

    def torch_product(x, y, *scale):
        import torch

        if kind != "f8":
            return x @ y
        return torch._scaled_mm(x, y, scale_a=scale[0], scale_b=scale[0], out_dtype=torch.bfloat16)

    def columns(values):
        # PyTorch's product of such numbers wants its second factor by columns, and scales.
        import torch

        x, y = values
        return [x, y.t().contiguous().t(), torch.ones((), device=x.device)]

    arguments = [(element, (n, n))] * 2
    return Program(
        arguments,
        jax_product,
        torch_product,
        flops=2 * n**3,
        tf32=kind == "tf32",
        prepared=columns if kind == "f8" else None,
    )


def attentions(tiny):
    found = {}
    for length in (32,) if tiny else (512, 1024, 2048, 4096, 8192):
        batch, heads, width = (1, 1, 16) if tiny else (16384 // length, 16, 64)
        shape = (batch, heads, length, width)
        flops = 4 * batch * heads * length * length * width
        found[f"attention-{length}"] = Program(
            [("bf16", shape)] * 3, jax_attention, torch_attention, flops=flops
        )
    return found


def jax_attention(q, k, v):
    import jax
    import jax.numpy as jnp

    scale = 1 / math.sqrt(q.shape[-1])
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k, preferred_element_type=jnp.float32) * scale
    weights = jax.nn.softmax(scores, axis=-1).astype(v.dtype)
    return jnp.einsum("bhqk,bhkd->bhqd", weights, v)


def torch_attention(q, k, v):
    import torch.nn.functional as F

    return F.scaled_dot_product_attention(q, k, v)


# Models of the CPU suite, and their sizes there.
MODELS = ("mlp-128", "lenet-32", "encoder-128", "lstm-64x32", "gpt2-decode-10", "resnet50-8", "vgg19-1")


def models(tiny, torch):
    """The models, by their text; of those a tiny run has one that is small."""
    names = ("ten-tiny-ops",) if tiny else (*MODELS, "mlp-128-gradient", "encoder-128-gradient")
    forms = {}
    if torch:
        import torch_models

        forms = torch_models.MODELS
    found = {}
    for name in names:
        text = HERE / "programs" / f"{name}.mlir"
        if text.is_file():
            form = forms.get(name)
            peer = {"torch": form.function, "prepared": form.prepared} if form else {}
            found[name] = Program(None, text=text, **peer)
    return found
