//! The frame of an IPC file of Arrow: where its groups lie, and how large their buffers get.
//!
//! A compressed buffer begins with the number of bytes that it becomes. The crate that decodes takes that
//! much memory at once, and a damaged file ends the process so; here such numbers are looked at first. The
//! format: <https://arrow.apache.org/docs/format/Columnar.html>, "IPC File Format".

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{Block, root_as_footer, root_as_message};

use crate::error::Fault;
use crate::watched::Opened;

/// The most bytes of a buffer of a group.
const MOST_BUFFER: i64 = 1 << 31;

/// The bytes behind the footer: its length, and the magic word.
const TAIL: usize = 10;

/// The bytes at a position of a file.
fn bytes(file: &Opened, from: i64, len: usize) -> Result<Vec<u8>, String> {
    let end = u64::try_from(from).ok().and_then(|from| from.checked_add(len as u64));
    match end.filter(|&end| end <= file.watched.len()) {
        Some(end) => file.read(end - len as u64, len).map_err(|fault| match fault {
            Fault::Bad(what) | Fault::Changed(what) => what,
        }),
        None => Err(format!("it has no {len} bytes at {from}")),
    }
}

/// The number of rows of each group.
///
/// # Errors
/// If the file is damaged, or a buffer is longer than [`MOST_BUFFER`]; a clause.
pub(super) fn rows(file: &Opened) -> Result<Vec<usize>, String> {
    let end = i64::try_from(file.watched.len()).unwrap_or(i64::MAX);
    let tail = bytes(file, end - TAIL as i64, TAIL)?;
    let tail: [u8; TAIL] = tail.try_into().map_err(|_| "it is too short".to_owned())?;
    let length = read_footer_length(tail).map_err(|error| error.to_string())?;
    let footer = bytes(file, end - (TAIL + length) as i64, length)?;
    let footer = root_as_footer(&footer).map_err(|error| format!("its footer: {error}"))?;
    for block in footer.dictionaries().into_iter().flatten() {
        group(file, block)?;
    }
    let groups = footer.recordBatches().into_iter().flatten();
    groups.map(|block| group(file, block)).collect()
}

/// The number of rows of a group, whose buffers are not too long.
fn group(file: &Opened, block: &Block) -> Result<usize, String> {
    let damaged = || format!("the group of rows at byte {} is damaged", block.offset());
    let length = usize::try_from(block.metaDataLength()).map_err(|_| damaged())?;
    let message = bytes(file, block.offset(), length)?;
    // A word of ones, since format version 0.15, and the length.
    let start = if message.starts_with(&[0xFF; 4]) { 8 } else { 4 };
    let message = root_as_message(message.get(start..).unwrap_or_default());
    let message = message.map_err(|_| damaged())?;
    let batch = match message.header_as_dictionary_batch() {
        Some(dictionary) => dictionary.data(),
        None => message.header_as_record_batch(),
    };
    let batch = batch.ok_or_else(damaged)?;
    let compressed = batch.compression().is_some();
    let body = block.offset().saturating_add(i64::from(block.metaDataLength()));
    for buffer in batch.buffers().into_iter().flatten() {
        let mut length = buffer.length();
        if compressed && length > 0 {
            let head = bytes(file, body.saturating_add(buffer.offset()), 8)?;
            // -1 stands for a buffer that is stored as it is.
            length = i64::from_le_bytes(head.try_into().unwrap_or_default()).max(0);
        }
        if !(0..=MOST_BUFFER).contains(&length) {
            return Err(format!(
                "the group of rows at byte {} has a buffer of {length} bytes; the most are {MOST_BUFFER}",
                block.offset()
            ));
        }
    }
    usize::try_from(batch.length()).map_err(|_| damaged())
}
