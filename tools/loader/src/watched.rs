//! A file of a dataset, which must stay what it was.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::error::{Error, Fault};

/// The state of a file when the dataset was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Watched {
    pub(crate) path: PathBuf,
    len: u64,
    modified: Option<SystemTime>,
}

/// The error of a file that can't be read.
pub(crate) fn unreadable(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::Open(format!("can't read `{}`: {error}", path.display()))
}

impl Watched {
    /// The present state of a file.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn new(path: PathBuf) -> Result<Watched, Error> {
        let now = std::fs::metadata(&path).map_err(|error| unreadable(&path, error))?;
        let (len, modified) = (now.len(), now.modified().ok());
        Ok(Watched { path, len, modified })
    }

    /// The file's length.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Reads the whole file.
    ///
    /// # Errors
    /// If it can't be read, or has changed.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Fault> {
        let file = self.open()?;
        let mut bytes = Vec::new();
        let room = usize::try_from(self.len).unwrap_or(0);
        bytes.try_reserve_exact(room).map_err(|_| format!("has {room} bytes: no memory"))?;
        let read = io::Read::read_to_end(&mut io::Read::take(&file, self.len + 1), &mut bytes);
        read.map_err(|error| format!("can't be read: {error}"))?;
        if bytes.len() as u64 != self.len {
            return Err(self.changed());
        }
        Ok(bytes)
    }

    /// Opens the file.
    ///
    /// # Errors
    /// If it is gone or has changed.
    pub(crate) fn open(&self) -> Result<File, Fault> {
        let file = File::open(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Fault::Changed("is gone".to_owned()),
            _ => Fault::Bad(format!("can't be read: {error}")),
        })?;
        self.check(file.metadata())?;
        Ok(file)
    }

    /// Checks that the file is what it was.
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn check(&self, now: io::Result<Metadata>) -> Result<(), Fault> {
        let now = now.map_err(|error| format!("can't be read: {error}"))?;
        if now.len() != self.len || now.modified().ok() != self.modified {
            return Err(self.changed());
        }
        Ok(())
    }

    fn changed(&self) -> Fault {
        Fault::Changed(format!("is not the file of {} bytes that was opened", self.len))
    }
}

/// A file of many samples, which stays open.
pub(crate) struct Opened {
    pub(crate) watched: Watched,
    file: File,
}

impl Opened {
    /// Opens a file.
    ///
    /// # Errors
    /// If it can't be read.
    pub(crate) fn new(path: &Path) -> Result<Opened, Error> {
        let watched = Watched::new(path.to_path_buf())?;
        let file = File::open(path).map_err(|error| unreadable(path, error))?;
        Ok(Opened { watched, file })
    }

    /// The bytes at a position.
    ///
    /// # Errors
    /// If they can't be read, or the file has changed.
    pub(crate) fn read(&self, from: u64, len: usize) -> Result<Vec<u8>, Fault> {
        self.watched.check(self.file.metadata())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| format!("has {len} bytes: no memory"))?;
        bytes.resize(len, 0);
        self.read_at(&mut bytes, from).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.watched.changed(),
            _ => Fault::Bad(format!("can't be read: {error}")),
        })?;
        Ok(bytes)
    }

    #[cfg(unix)]
    fn read_at(&self, bytes: &mut [u8], from: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, from)
    }

    #[cfg(not(unix))]
    fn read_at(&self, bytes: &mut [u8], from: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = File::open(&self.watched.path)?;
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(bytes)
    }
}
