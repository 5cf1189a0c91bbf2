//! Options about storage programs that several commands have.

use std::collections::BTreeMap;

use super::{BindError, Bound, Given, StorageProgram, Stored, bind};
use crate::Io;
use anyhow::bail;

/// The arguments of the function of a StableHLO program; none of a storage program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    /// The tensors of those that a result needs, by their numbers.
    pub(crate) names: BTreeMap<usize, String>,
    /// The number of all.
    pub(crate) count: usize,
}

impl Arguments {
    /// The number of the argument that is a tensor.
    pub(crate) fn number_of(&self, tensor: &str) -> Option<usize> {
        self.names.iter().find(|(_, name)| *name == tensor).map(|(number, _)| *number)
    }
}

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

    /// The data whose sizes count. `arguments` are those of a StableHLO program: data of one that this result
    /// does not need are left out.
    ///
    /// # Errors
    /// If a file can't be read, or does not fit the program.
    pub(crate) fn data(
        &self,
        program: &StorageProgram,
        arguments: &Arguments,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Bound> {
        let mut given = Vec::new();
        for text in &self.statistics_of {
            let numbered = text.split_once('=').and_then(|(n, file)| Some((n.parse().ok()?, file)));
            let one = match numbered.filter(|_| arguments.count > 0) {
                None => Given::parse(text),
                Some((number, _)) if number >= arguments.count => bail!(
                    "--statistics-of {text}: the function has {} arguments, from 0 to {}",
                    arguments.count,
                    arguments.count - 1
                ),
                Some((number, file)) => {
                    let Some(name) = arguments.names.get(&number) else { continue };
                    Given { name: Some(name.clone()), file: file.into() }
                }
            };
            let elsewhere = one.name.as_ref().is_some_and(|name| {
                let mut all = arguments.names.values();
                program.module.tensor(name).is_none() && all.any(|it| it == name)
            });
            if !elsewhere {
                given.push(one);
            }
        }
        bind(&program.module, &given, true, io).map_err(|error| match error {
            BindError::File(error) => error,
            BindError::Usage(what) | BindError::Wrong(what) => {
                anyhow::anyhow!("--statistics-of: {what}")
            }
        })
    }
}
