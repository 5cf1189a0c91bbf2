//! NumPy's files: [`npy`] arrays and [`npz`] archives of them.

pub mod npy;
pub mod npz;
