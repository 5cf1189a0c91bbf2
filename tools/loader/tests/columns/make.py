"""Writes the files of columns that the tests of formats read, with pyarrow."""

import struct
import zlib
from pathlib import Path

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet


def png(first):
    """A gray image of 3 by 2 pixels."""

    def chunk(name, data):
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    rows = b"".join(b"\0" + bytes(first + 3 * y + x for x in range(3)) for y in range(2))
    head = struct.pack(">IIBBBBB", 3, 2, 8, 0, 0, 0, 0)
    end = chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + end


ROWS = 5
table = pa.table(
    {
        "image": pa.array(
            [{"bytes": png(10 * i), "path": f"{i}.png"} for i in range(ROWS)],
            pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
        ),
        "label": pa.array([7, 7, 9, None, 9], pa.int32()),
        "x": pa.array([[i, i + 0.5] for i in range(ROWS)], pa.list_(pa.float32())),
        "m": pa.array([[[i, 1], [2, 3], [4, 5]] for i in range(ROWS)], pa.list_(pa.list_(pa.int8(), 2), 3)),
        "flag": pa.array([i % 2 == 0 for i in range(ROWS)]),
        "name": pa.array([f"row {i}" for i in range(ROWS)]),
    }
)
here = Path(__file__).parent
for compression in ["snappy", "zstd"]:
    parquet.write_table(table, here / f"{compression}.parquet", row_group_size=2, compression=compression)
feather.write_feather(table, here / "lz4.feather", compression="lz4", chunksize=2)
with pa.OSFile(str(here / "plain.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as out:
    out.write_table(table, max_chunksize=3)
words = pa.table({"word": pa.array(["a", "b"])})
parquet.write_table(words, here / "words.parquet")
