//! A run under `mpirun`: from `MPI_Init_thread` to `MPI_Finalize`.

use std::ffi::c_int;
use std::sync::Arc;

use hloom_interp::Transport;

use super::api::{self, Api, Found, Pointer};
use super::transport::Mpi;

/// The variables by which `mpirun` tells a process that it is a rank: Open MPI's, MPICH's, and
/// those of process managers.
const MARKS: [&str; 4] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"];

/// Whether `mpirun` or a relative of it has started this process.
pub fn started_by_mpirun() -> bool {
    MARKS.iter().any(|name| std::env::var_os(name).is_some())
}

enum Library {
    OpenMpi(Arc<Api<Pointer>>),
    Mpich(Arc<Api<c_int>>),
}

/// MPI, initialized.
pub struct Session {
    library: Library,
    /// The library, as it names itself.
    pub version: String,
    /// The name of this machine.
    pub machine: String,
}

/// Loads and initializes MPI; returns it, and the streams of this rank.
///
/// # Errors
/// If there is no MPI library, or it can't be initialized.
pub fn start() -> Result<(Session, Box<dyn Transport>), String> {
    match api::load()? {
        Found::OpenMpi(api) => {
            let api = Arc::new(api);
            let (rank, count) = api.init()?;
            let [version, machine] = api.texts();
            let transport = Box::new(Mpi::new(api.clone(), rank, count)?);
            Ok((Session { library: Library::OpenMpi(api), version, machine }, transport))
        }
        Found::Mpich(api) => {
            let api = Arc::new(api);
            let (rank, count) = api.init()?;
            let [version, machine] = api.texts();
            let transport = Box::new(Mpi::new(api.clone(), rank, count)?);
            Ok((Session { library: Library::Mpich(api), version, machine }, transport))
        }
    }
}

impl Session {
    /// Ends MPI. All ranks have to, after their streams are dropped.
    pub fn finish(self) {
        match self.library {
            Library::OpenMpi(api) => api.finalize(),
            Library::Mpich(api) => api.finalize(),
        }
    }

    /// Ends all ranks with a status. It may not return.
    pub fn abort(self, status: u8) {
        match self.library {
            Library::OpenMpi(api) => api.abort(status),
            Library::Mpich(api) => api.abort(status),
        }
    }
}
