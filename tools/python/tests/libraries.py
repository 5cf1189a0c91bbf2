"""Programs of libraries on top of JAX, as their users write them: `python libraries.py [NAME…]`.

Each runs in a process of its own on the platforms `hloom` and `cpu`, and prints numbers as JSON. The
numbers are compared, and the seconds of the processes are printed. `cargo xtask jax-libraries` installs the
libraries of `tools/python/libraries.txt` and starts this script.
"""

import json
import os
import subprocess
import sys
import time

# The largest relative difference of two numbers of a program, by its name; else the first.
BOUNDS = {"": 2e-3, "numpyro_nuts": 0.15}


def losses(step, model, state, count):
    """The losses of so many steps, each from a model and a state to new ones and a loss."""
    values = []
    for _ in range(count):
        model, state, value = step(model, state)
        values.append(float(value))
    return values


def flax_nnx():
    """A convolutional network with normalization and dropout, trained by Optax."""
    import jax
    import jax.numpy as jnp
    import optax
    from flax import nnx

    class Net(nnx.Module):
        def __init__(self, rngs):
            self.conv = nnx.Conv(1, 8, (3, 3), rngs=rngs)
            self.norm = nnx.BatchNorm(8, rngs=rngs)
            self.drop = nnx.Dropout(0.1, rngs=rngs)
            self.head = nnx.Linear(8 * 14 * 14, 10, rngs=rngs)

        def __call__(self, x):
            x = nnx.relu(self.norm(self.conv(x)))
            x = nnx.avg_pool(x, (2, 2), (2, 2))
            return self.head(self.drop(x.reshape(x.shape[0], -1)))

    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)

    @nnx.jit
    def step(model, optimizer, x, y):
        def loss(model):
            logits = model(x)
            return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

        value, gradient = nnx.value_and_grad(loss)(model)
        optimizer.update(model, gradient)
        return value

    x = jax.random.normal(jax.random.key(1), (32, 28, 28, 1))
    y = jnp.arange(32) % 10
    losses = [float(step(model, optimizer, x, y)) for _ in range(10)]
    model.eval()
    return losses + [float(model(x).mean())]


def flax_linen():
    """A small transformer block with dropout and a training state."""
    import flax.linen as nn
    import jax
    import jax.numpy as jnp
    import optax
    from flax.training import train_state

    class Block(nn.Module):
        @nn.compact
        def __call__(self, tokens, train):
            x = nn.Embed(64, 32)(tokens)
            y = nn.LayerNorm()(x)
            mask = nn.make_causal_mask(tokens)
            y = nn.MultiHeadDotProductAttention(num_heads=4)(y, mask=mask)
            x = x + nn.Dropout(0.1, deterministic=not train)(y)
            x = x + nn.Dense(32)(nn.gelu(nn.Dense(64)(nn.LayerNorm()(x))))
            return nn.Dense(64)(x)

    tokens = jax.random.randint(jax.random.key(0), (8, 16), 0, 64)
    model = Block()
    parameters = model.init(jax.random.key(1), tokens, train=False)["params"]
    transform = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.adam(optax.warmup_cosine_decay_schedule(0.0, 3e-3, 5, 20)),
    )
    state = train_state.TrainState.create(apply_fn=model.apply, params=parameters, tx=transform)

    @jax.jit
    def step(state, key):
        def loss(parameters):
            logits = state.apply_fn(
                {"params": parameters}, tokens, train=True, rngs={"dropout": key}
            )
            shifted = jnp.roll(tokens, -1, 1)
            return optax.softmax_cross_entropy_with_integer_labels(logits, shifted).mean()

        value, gradient = jax.value_and_grad(loss)(state.params)
        return state.apply_gradients(grads=gradient), value

    losses = []
    for key in jax.random.split(jax.random.key(2), 10):
        state, value = step(state, key)
        losses.append(float(value))
    return losses


def optax_optimizers():
    """Several optimizers on one regression."""
    import jax
    import jax.numpy as jnp
    import optax

    a = jax.random.normal(jax.random.key(0), (64, 8))
    b = a @ jnp.arange(8.0) + 0.1 * jax.random.normal(jax.random.key(1), (64,))
    loss = lambda w: jnp.mean((a @ w - b) ** 2)
    results = []
    for transform in [
        optax.sgd(0.05, momentum=0.9, nesterov=True),
        optax.adamw(0.1),
        optax.lion(0.05),
        optax.rmsprop(0.05),
        optax.adafactor(0.1),
        optax.lamb(0.1),
        optax.MultiSteps(optax.adam(0.1), every_k_schedule=2),
    ]:
        w = jnp.ones(8)
        state = transform.init(w)

        @jax.jit
        def step(w, state, transform=transform):
            value, gradient = jax.value_and_grad(loss)(w)
            updates, state = transform.update(gradient, state, w)
            return optax.apply_updates(w, updates), state, value

        for _ in range(15):
            w, state, value = step(w, state)
        results.append(float(value))
    solver = optax.lbfgs()
    w = jnp.ones(8)
    state = solver.init(w)
    value_and_grad = optax.value_and_grad_from_state(loss)
    for _ in range(4):
        value, gradient = value_and_grad(w, state=state)
        updates, state = solver.update(
            gradient, state, w, value=value, grad=gradient, value_fn=loss
        )
        w = optax.apply_updates(w, updates)
    return results + [float(x) for x in w]


def equinox():
    """A recurrent classifier of spirals."""
    import equinox as eqx
    import jax
    import jax.numpy as jnp
    import optax

    class Recurrent(eqx.Module):
        cell: eqx.nn.GRUCell
        linear: eqx.nn.Linear

        def __init__(self, key):
            a, b = jax.random.split(key)
            self.cell = eqx.nn.GRUCell(2, 16, key=a)
            self.linear = eqx.nn.Linear(16, 1, key=b)

        def __call__(self, xs):
            step = lambda state, x: (self.cell(x, state), None)
            state, _ = jax.lax.scan(step, jnp.zeros(16), xs)
            return jax.nn.sigmoid(self.linear(state))[0]

    t = jnp.linspace(0, 6.28, 16)
    offset = jax.random.uniform(jax.random.key(0), (64, 1), maxval=6.28)
    sign = jnp.where(jnp.arange(64) % 2 == 0, 1.0, -1.0)[:, None]
    xs = jnp.stack([jnp.sin(t + offset) * t, jnp.cos(t * sign + offset) * t], -1) / 6.28
    ys = (sign[:, 0] + 1) / 2
    model = Recurrent(jax.random.key(1))
    transform = optax.adam(1e-2)
    state = transform.init(eqx.filter(model, eqx.is_inexact_array))

    @eqx.filter_value_and_grad
    def loss(model):
        p = jax.vmap(model)(xs)
        return -jnp.mean(ys * jnp.log(p + 1e-7) + (1 - ys) * jnp.log(1 - p + 1e-7))

    @eqx.filter_jit
    def step(model, state):
        value, gradient = loss(model)
        updates, state = transform.update(gradient, state)
        return eqx.apply_updates(model, updates), state, value

    return losses(step, model, state, 20)


def haiku():
    """A character model with a recurrent core."""
    import haiku as hk
    import jax
    import jax.numpy as jnp
    import optax

    text = jnp.array([ord(c) % 32 for c in "the quick brown fox jumps over the lazy dog " * 4])

    def network(tokens):
        core = hk.LSTM(32)
        x = jax.nn.one_hot(tokens, 32)
        outputs, _ = hk.dynamic_unroll(core, x, core.initial_state(None))
        return hk.BatchApply(hk.Sequential([hk.Linear(64), jax.nn.relu, hk.Linear(32)]), 1)(outputs)

    model = hk.without_apply_rng(hk.transform(network))
    parameters = model.init(jax.random.key(0), text[:-1])
    transform = optax.adam(1e-2)
    state = transform.init(parameters)

    @jax.jit
    def step(parameters, state):
        def loss(parameters):
            logits = model.apply(parameters, text[:-1])
            return optax.softmax_cross_entropy_with_integer_labels(logits, text[1:]).mean()

        value, gradient = jax.value_and_grad(loss)(parameters)
        updates, state = transform.update(gradient, state)
        return optax.apply_updates(parameters, updates), state, value

    return losses(step, parameters, state, 15)


def numpyro_nuts():
    """Eight schools by the No-U-Turn sampler: means of the posterior."""
    import jax
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer import MCMC, NUTS
    from numpyro.infer.reparam import LocScaleReparam

    y = jnp.array([28.0, 8, -3, 7, -1, 1, 18, 12])
    sigma = jnp.array([15.0, 10, 16, 11, 9, 11, 10, 18])

    def model():
        mu = numpyro.sample("mu", dist.Normal(0, 5))
        tau = numpyro.sample("tau", dist.HalfCauchy(5))
        with numpyro.plate("schools", 8):
            with numpyro.handlers.reparam(config={"theta": LocScaleReparam(0)}):
                theta = numpyro.sample("theta", dist.Normal(mu, tau))
            numpyro.sample("obs", dist.Normal(theta, sigma), obs=y)

    sampler = MCMC(NUTS(model), num_warmup=300, num_samples=1500, progress_bar=False)
    sampler.run(jax.random.key(0))
    samples = sampler.get_samples()
    return [float(samples["mu"].mean()), float(samples["theta"].mean())]


def numpyro_svi():
    """A variational fit of a linear model."""
    import jax
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer import SVI, Trace_ELBO
    from numpyro.infer.autoguide import AutoNormal

    x = jnp.linspace(-1, 1, 50)
    y = 2 * x + 1 + 0.1 * jax.random.normal(jax.random.key(0), (50,))

    def model(x, y):
        a = numpyro.sample("a", dist.Normal(0, 2))
        b = numpyro.sample("b", dist.Normal(0, 2))
        numpyro.sample("y", dist.Normal(a * x + b, 0.1), obs=y)

    svi = SVI(model, AutoNormal(model), numpyro.optim.Adam(0.05), Trace_ELBO())
    result = svi.run(jax.random.key(1), 500, x, y, progress_bar=False)
    return [float(result.params["a_auto_loc"]), float(result.params["b_auto_loc"])]


def diffrax():
    """An adaptive solver of Lotka and Volterra's equations, its gradient, and an implicit solver."""
    import diffrax as dfx
    import jax
    import jax.numpy as jnp

    def field(t, y, args):
        a, b, c, d = args
        return jnp.array([a * y[0] - b * y[0] * y[1], -c * y[1] + d * y[0] * y[1]])

    def end(args, solver, rtol):
        solution = dfx.diffeqsolve(
            dfx.ODETerm(field),
            solver,
            t0=0.0,
            t1=5.0,
            dt0=0.01,
            y0=jnp.array([2.0, 1.0]),
            args=args,
            saveat=dfx.SaveAt(ts=jnp.linspace(0, 5, 6)),
            stepsize_controller=dfx.PIDController(rtol=rtol, atol=1e-5),
        )
        return solution.ys

    args = jnp.array([1.1, 0.4, 0.4, 0.1])
    ys = jax.jit(lambda args: end(args, dfx.Tsit5(), 1e-4))(args)
    gradient = jax.jit(jax.grad(lambda args: end(args, dfx.Tsit5(), 1e-4)[-1].sum()))(args)
    stiff = end(args, dfx.Kvaerno3(), 1e-3)
    return [float(x) for x in jnp.concatenate([ys.ravel(), gradient, stiff[-1]])]


PROGRAMS = {
    f.__name__: f
    for f in (
        flax_nnx,
        flax_linen,
        optax_optimizers,
        equinox,
        haiku,
        numpyro_nuts,
        numpyro_svi,
        diffrax,
    )
}


def run(name, platforms):
    """The numbers of a program on a platform, and the seconds of the process."""
    started = time.time()
    done = subprocess.run(
        [sys.executable, __file__, "--here", name],
        capture_output=True,
        text=True,
        timeout=1200,
        env={**os.environ, "JAX_PLATFORMS": platforms},
    )
    if done.returncode:
        raise RuntimeError(f"{name} on {platforms}: {done.stderr.strip()[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1]), time.time() - started


def main():
    names = sys.argv[1:]
    if names[:1] == ["--here"]:
        print(json.dumps(PROGRAMS[names[1]]()))
        return
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        sys.exit(f"no program is called {unknown[0]}; there are {', '.join(PROGRAMS)}")
    failures = 0
    print("| program | hloom | JAX's CPU platform | times as fast | largest difference |")
    print("|---|---|---|---|---|")
    for name in names or PROGRAMS:
        try:
            found, ours = run(name, "hloom,cpu")
            expected, theirs = run(name, "cpu")
        except RuntimeError as error:
            failures += 1
            print(f"| {name} | failed | | | |\n{error}", file=sys.stderr, flush=True)
            continue
        pairs = zip(found, expected, strict=True)
        gap = max(abs(a - b) / max(abs(b), 1e-2) for a, b in pairs)
        wrong = not gap <= BOUNDS.get(name, BOUNDS[""])
        failures += wrong
        print(
            f"| {name} | {ours:.1f} s | {theirs:.1f} s | {theirs / ours:.2f} "
            f"| {gap:.1e}{' **too large**' if wrong else ''} |",
            flush=True,
        )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
