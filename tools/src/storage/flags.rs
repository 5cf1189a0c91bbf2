//! Options about storage programs that several commands have.

use std::collections::BTreeMap;

use hloom_storage_search::search::Statistics;

use super::{BindError, Bound, Given, StorageProgram, Stored, bind};
use crate::Io;

/// The storage of tensors, and data whose sizes count.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct StorageFlags {
    /// Store tensor NAME of a storage program in a format of the library, or of an .sdql file
    #[arg(long, value_name = "NAME=FORMAT")]
    storage: Vec<String>,
    /// Estimate costs of a storage program by the sizes of these data, as hloom run reads them; of a StableHLO
    /// program, NAME is also the number of an argument
    #[arg(long, value_name = "[NAME=]FILE")]
    statistics_of: Vec<String>,
}

impl StorageFlags {
    /// The first option that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let options = [
            ("--storage", !self.storage.is_empty()),
            ("--statistics-of", !self.statistics_of.is_empty()),
        ];
        options.into_iter().find_map(|(option, given)| given.then_some(option))
    }

    /// The chosen formats.
    ///
    /// # Errors
    /// If there is no such format, or its text is wrong.
    pub(crate) fn stored(&self, io: &mut Io<'_>) -> anyhow::Result<Vec<Stored>> {
        self.storage.iter().map(|text| Stored::read(text, io)).collect()
    }

    /// The data whose sizes count. `arguments` has the tensors of a StableHLO program's arguments by their
    /// numbers: data of one that this program does not need are left out.
    ///
    /// # Errors
    /// If a file can't be read, or does not fit the program.
    pub(crate) fn data(
        &self,
        program: &StorageProgram,
        arguments: &BTreeMap<usize, String>,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Bound> {
        let named = |text: &String| {
            let numbered = text.split_once('=').and_then(|(number, file)| {
                let name = arguments.get(&number.parse().ok()?)?.clone();
                Some(Given { name: Some(name), file: file.into() })
            });
            numbered.unwrap_or_else(|| Given::parse(text))
        };
        let elsewhere = |given: &Given| {
            given.name.as_ref().is_some_and(|name| {
                program.module.tensor(name).is_none() && arguments.values().any(|it| it == name)
            })
        };
        let given = self.statistics_of.iter().map(named).filter(|given| !elsewhere(given));
        let given: Vec<Given> = given.collect();
        bind(&program.module, &given, true, io).map_err(|error| match error {
            BindError::File(error) => error,
            BindError::Usage(what) | BindError::Wrong(what) => {
                anyhow::anyhow!("--statistics-of: {what}")
            }
        })
    }

    /// The statistics of these data.
    ///
    /// # Errors
    /// As [`data`](Self::data).
    pub(crate) fn statistics(
        &self,
        program: &StorageProgram,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Statistics> {
        Ok(Statistics::of(&self.data(program, &BTreeMap::new(), io)?.inputs))
    }
}
