"""Writes the matrices of this folder with NumPy and SciPy (2.4, 1.17): python3 make.py

    6 0 9 8
    0 0 0 0
    5 0 0 7
"""

import gzip

import numpy as np
import scipy.io
import scipy.sparse as sp

A = np.array([[6.0, 0, 9, 8], [0, 0, 0, 0], [5, 0, 0, 7]])
for name in ["csr", "csc", "coo", "dia"]:
    sp.save_npz(f"{name}.npz", getattr(sp, f"{name}_array")(A))
sp.save_npz("bsr.npz", sp.bsr_matrix(A, blocksize=(3, 2)))
sp.save_npz("ones.npz", sp.csr_array(np.ones((150, 200))))
# A row whose columns are in no order, and the same entry twice.
sp.save_npz("unsorted.npz", sp.csr_array((np.array([8.0, 6, 9, 7, 5]), np.array([3, 0, 2, 3, 0]), np.array([0, 3, 3, 5])), shape=(3, 4)))
sp.save_npz("twice.npz", sp.csr_array((np.array([6.0, 9, 8, 5, 7]), np.array([0, 2, 2, 0, 3]), np.array([0, 3, 3, 5])), shape=(3, 4)))
np.save("dense.npy", A.astype(np.float32))
np.save("x.npy", np.array([1.0, 2, 3, 4]))
# Numbers of 32 bits, some of which no short decimal number is.
S32 = np.array([[0.1, 0, 2.5, 0], [0, 0, 0, 0], [-3.0, 0, 0, 1e-3]], np.float32)
sp.save_npz("single.npz", sp.csr_array(S32))
np.savez("single_arrays.npz", len=np.int64(3), pos=np.array([0, 2, 2, 4]), idx=np.array([0, 2, 0, 3]), val=S32[S32 != 0])
np.save("single_x.npy", np.array([1.0, 2, 0.2, 4], np.float32))
np.savez("arrays.npz", len=np.int64(3), pos=np.array([0, 3, 3, 5], np.int32), idx=np.array([0, 2, 3, 0, 3]), val=np.array([6.0, 9, 8, 5, 7]))
np.savez("falling.npz", len=np.int64(3), pos=np.array([0, 3, 2, 5]), idx=np.array([0, 2, 3, 0, 3]), val=np.array([6.0, 9, 8, 5, 7]))
# Arrays of mappings of 3 x 4 matrices: a fifth column, a number that 8 bits do not hold, and extents of others.
columns = np.arange(1.0, 16)
np.savez("beyond.npz", n=np.int64(5), val=columns)
np.savez("wide_numbers.npz", len=np.int64(3), pos=np.array([0, 1, 2, 2]), idx=np.array([0, 3]), val=np.array([300, -7]))
np.savez("other_shape.npz", n=np.int64(4), val=columns[:12], shape=np.array([4, 3]))
np.savez("numbers.npz", a=np.array([1.0, 3, 2]), b=np.full(3, 0.5))
np.savez("other_rank.npz", n=np.int64(4), val=columns[:12], shape=np.array([12]))
# Arrays of levels: segments in any order with room between them; one that ends behind the coordinates; a block
# beyond the extents; places in blocks of four that are none.
ones = np.ones(12)
np.savez("loose.npz", pos1=np.array([3, 4, 0, 2, 4, 4, 2, 2]), crd1=np.array([1, 0, 5, 3]), val=np.array([1.0, 2, 9, 3]))
np.savez("loose_beyond.npz", pos1=np.array([0, 2, 3, 5, 4, 4, 4, 4]), crd1=np.array([1, 0, 5, 3]), val=ones[:4])
np.savez("block_beyond.npz", pos1=np.array([0, 1, 2]), crd1=np.array([0, 2]), val=ones)
np.savez("place_beyond.npz", crd2=np.array([0, 4, 1, 2, 2, 3]), val=ones[:6])
np.savez("place_twice.npz", crd2=np.array([0, 1, 2, 2, 2, 3]), val=ones[:6])
np.savez("named.npz", A=A, x=np.array([1.0, 2, 3, 4]))
scipy.io.mmwrite("general.mtx", sp.coo_array(A), comment="written by SciPy")
with open("general.mtx", "rb") as plain, gzip.GzipFile("general.mtx.gz", "wb", mtime=0) as packed:
    packed.write(plain.read())
scipy.io.mmwrite("array.mtx", A)
scipy.io.mmwrite("vector.mtx", np.array([[1.0], [2], [3], [4]]))
S = np.array([[0.0, 1, 0, 1], [1, 0, 1, 1], [0, 1, 0, 1], [1, 1, 1, 0]])
scipy.io.mmwrite("graph.mtx", sp.coo_array(S), field="pattern", symmetry="symmetric")

# A shape with fewer rows than the arrays of compressed rows have.
np.savez("rows_beyond.npz", len=np.int64(2), pos=np.array([0, 1, 2]), idx=np.array([0, 2]), val=ones[:2], shape=np.array([1, 3]))

# The entry (0, 2) twice: in a list that may be added, and in a row of a format that promises `unique`.
np.savez("twice_list.npz", row=np.array([0, 0, 2]), col=np.array([2, 2, 0]), val=np.array([1.0, 2, 4]))
np.savez("twice_rows.npz", len=np.int64(3), pos=np.array([0, 2, 2, 3]), idx=np.array([2, 2, 0]), val=np.array([1.0, 2, 4]))

# A vector with an infinity where the columns of the matrix have no entry.
np.save("infinite.npy", np.array([1.0, np.inf, 3, 4]))
