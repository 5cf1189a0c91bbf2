//! Structs that loops update.

use crate::machine::{Input, expect, inputs};
use hloom_front::program;

#[program]
mod states {
    /// The state of an LSTM.
    #[derive(Clone, Copy)]
    pub struct State {
        pub hidden: [f32; 3],
        pub cell: [f32; 3],
    }

    /// The weights of one gate: from the input, from the hidden state, and the bias.
    #[derive(Clone, Copy)]
    pub struct Gate {
        pub input: [[f32; 2]; 3],
        pub hidden: [[f32; 3]; 3],
        pub bias: [f32; 3],
    }

    #[derive(Clone, Copy)]
    pub struct Lstm {
        pub forget: Gate,
        pub enter: Gate,
        pub output: Gate,
        pub value: Gate,
    }

    fn affine(gate: Gate, x: [f32; 2], state: State) -> [f32; 3] {
        let mut y = gate.bias;
        for i in 0..3 {
            for j in 0..2 {
                y[i] += gate.input[i][j] * x[j];
            }
            for j in 0..3 {
                y[i] += gate.hidden[i][j] * state.hidden[j];
            }
        }
        y
    }

    fn sigmoid(x: f32) -> f32 {
        1.0 / (1.0 + (-x).exp())
    }

    /// An LSTM over a sequence.
    pub fn lstm(cell: Lstm, xs: [[f32; 2]; 6]) -> ([f32; 3], [f32; 3]) {
        let mut state = State { hidden: [0.0; 3], cell: [0.0; 3] };
        for t in 0..6 {
            let x = xs[t];
            let forget = affine(cell.forget, x, state);
            let enter = affine(cell.enter, x, state);
            let output = affine(cell.output, x, state);
            let value = affine(cell.value, x, state);
            for i in 0..3 {
                state.cell[i] =
                    sigmoid(forget[i]) * state.cell[i] + sigmoid(enter[i]) * value[i].tanh();
                state.hidden[i] = sigmoid(output[i]) * state.cell[i].tanh();
            }
        }
        (state.hidden, state.cell)
    }

    /// A recurrent net that resets its state when an input requests it.
    pub fn recurrent(w: [[f32; 3]; 3], u: [f32; 3], xs: [f32; 8]) -> [f32; 3] {
        let mut h: [f32; 3] = [0.0; 3];
        for x in xs {
            if x < 0.0 {
                h = [x, 0.0, -x];
            } else {
                let mut new: [f32; 3] = [0.0; 3];
                for i in 0..3 {
                    let mut sum = u[i] * x;
                    for j in 0..3 {
                        sum += w[i][j] * h[j];
                    }
                    new[i] = sum.tanh();
                }
                h = new;
            }
        }
        h
    }

    #[derive(Clone, Copy)]
    pub struct Body {
        pub at: [f64; 2],
        pub speed: [f64; 2],
    }

    #[derive(Clone, Copy)]
    pub struct World {
        pub bodies: [Body; 3],
        #[allow(dead_code, reason = "it shows that what holds nothing vanishes")]
        pub none: [Body; 0],
        pub time: f64,
        pub bounces: i32,
    }

    fn moved(body: Body, dt: f64) -> (Body, i32) {
        let mut body = body;
        let mut bounces = 0;
        for axis in 0..2 {
            body.at[axis] += dt * body.speed[axis];
            if body.at[axis] < 0.0 || body.at[axis] > 1.0 {
                body.speed[axis] = -body.speed[axis];
                bounces += 1;
            }
        }
        (body, bounces)
    }

    /// A struct of an array of structs of arrays, updated in a loop.
    pub fn world(
        at: [[f64; 2]; 3],
        speed: [[f64; 2]; 3],
        end: f64,
    ) -> ([f64; 2], [f64; 2], [f64; 2], f64, i32) {
        let first = Body { at: at[0], speed: speed[0] };
        let second = Body { at: at[1], ..first };
        let third = Body { at: at[2], speed: speed[2] };
        let mut w = World { bodies: [first, second, third], none: [], time: 0.0, bounces: 0 };
        w.bodies[1].speed = speed[1];
        while w.time < end {
            let (a, n) = moved(w.bodies[0], 0.01);
            let (b, m) = moved(w.bodies[1], 0.01);
            w.bodies[0] = a;
            w.bodies[1] = b;
            w.bounces += n + m;
            for body in w.bodies {
                if body.at[0] > 0.9 {
                    w.bounces += 100;
                    break;
                }
            }
            w.time += 0.01;
        }
        (w.bodies[0].at, w.bodies[1].at, w.bodies[2].at, w.time, w.bounces)
    }
}

use states::TEXT;

fn wave(i: usize) -> f32 {
    ((i as f32) * 1.7).sin()
}

fn gate(n: usize) -> states::Gate {
    states::Gate {
        input: std::array::from_fn(|i| std::array::from_fn(|j| wave(n + 5 * i + j))),
        hidden: std::array::from_fn(|i| std::array::from_fn(|j| wave(2 * n + 7 * i + 3 * j))),
        bias: std::array::from_fn(|i| wave(3 * n + i)),
    }
}

fn all<T: Copy + Into<f64>>(xs: &[T]) -> Vec<f64> {
    xs.iter().map(|&x| x.into()).collect()
}

#[test]
fn lstm() {
    let cell = states::Lstm { forget: gate(1), enter: gate(20), output: gate(40), value: gate(60) };
    let xs: [[f32; 2]; 6] = std::array::from_fn(|t| [wave(t), wave(t + 30)]);
    let (hidden, state) = states::lstm(cell, xs);
    // Structs are passed leaf by leaf: the interpreter accepts either form, but only the flattened
    // function is compiled.
    let mut leaves = Vec::new();
    for gate in [cell.forget, cell.enter, cell.output, cell.value] {
        leaves.extend([gate.input.literal(), gate.hidden.literal(), gate.bias.literal()]);
    }
    leaves.push(xs.literal());
    expect(TEXT, "lstm", &leaves, 1e-5, vec![all(&hidden), all(&state)]);
}

#[test]
fn a_recurrent_net_with_a_branch() {
    let w: [[f32; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| wave(3 * i + j)));
    let u = [0.3f32, -0.8, 0.5];
    let xs = [0.5f32, 1.0, -0.3, 0.2, 0.9, 0.1, 0.7, 0.4];
    expect(TEXT, "recurrent", inputs![w, u, xs], 1e-5, vec![all(&states::recurrent(w, u, xs))]);
}

#[test]
fn a_struct_of_structs_of_arrays_in_a_loop() {
    let at = [[0.1f64, 0.2], [0.5, 0.9], [0.7, 0.3]];
    let speed = [[0.9f64, -0.4], [0.2, 0.8], [0.1, 0.1]];
    let (a, b, c, time, bounces) = states::world(at, speed, 2.5);
    let rust = vec![all(&a), all(&b), all(&c), vec![time], vec![bounces.into()]];
    expect(TEXT, "world", inputs![at, speed, 2.5f64], 1e-9, rust);
}
