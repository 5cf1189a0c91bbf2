"""`jax.lax.ragged_all_to_all` in terms of other operations: hloom has no call of its own for it."""

import jax.numpy as jnp
import numpy as np
from jax import lax


def exchange(
    operand,
    output,
    input_offsets,
    send_sizes,
    output_offsets,
    recv_sizes,
    *,
    axis_name,
    axis_index_groups=None,
):
    """The output of each device with the slices that all devices send to it.

    `operand` is `(N, ...)`, `output` is `(M, ...)`; offsets and sizes are `(K,)`, as many for each
    receiver. Of slices that overlap, the one of the last sender stays. All operands are gathered, and
    each row of the output is then looked up once.
    """
    del recv_sizes  # They are the senders' sizes.

    def gather(x):
        return lax.all_gather(x, axis_name, axis_index_groups=axis_index_groups)

    own = lax.axis_index(axis_name)
    if axis_index_groups is not None:
        places = np.zeros(sum(map(len, axis_index_groups)), np.int32)
        for group in axis_index_groups:
            places[list(group)] = range(len(group))
        own = jnp.asarray(places)[own]
    rows = gather(operand)
    senders, length = rows.shape[:2]

    def received(x):
        each = gather(x).reshape(senders, senders, -1).astype(np.int32)
        return lax.dynamic_index_in_dim(each, own, 1, keepdims=False)

    first, sizes, starts = map(received, (input_offsets, send_sizes, output_offsets))
    # The place of each row of the output in each slice, by sender and slice.
    place = jnp.arange(output.shape[0], dtype=np.int32)[:, None, None] - starts[None]
    inside = ((place >= 0) & (place < sizes[None])).reshape(output.shape[0], -1)
    sender = lax.broadcasted_iota(np.int32, sizes.shape, 0)
    source = (place + (first + sender * length)[None]).reshape(inside.shape)
    last = inside.shape[1] - 1 - jnp.argmax(inside[:, ::-1], axis=1)
    source = jnp.take_along_axis(source, last[:, None], axis=1)[:, 0]
    found = rows.reshape(senders * length, *rows.shape[2:])
    found = jnp.take(found, source, axis=0, mode="clip")
    written = inside.any(axis=1).reshape(-1, *[1] * (output.ndim - 1))
    return jnp.where(written, found, output)
