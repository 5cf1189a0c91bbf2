"""Python functions that compiled programs call: a table of them, and the one C function that the
library calls with a function's number and the addresses of arrays.
"""

import ctypes
import itertools
import threading
import traceback

import numpy as np

_FUNCTION = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.c_int64,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.c_void_p,
    ctypes.c_size_t,
)


def _on_a_thread(function, given):
    """Calls a function on a thread of its own: a context of the caller, such as a mesh of `jax.set_mesh`,
    does not hold there, as it does not on JAX's CPU platform."""
    made = {}

    def run():
        try:
            made["values"] = [np.asarray(value) for value in function(*given)]
        except BaseException as error:  # The caller raises it.
            made["error"] = error

    thread = threading.Thread(target=run, name="hloom-callback", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # Python ends, and starts no threads any more.
        return function(*given)
    thread.join()
    if "error" in made:
        raise made["error"]
    return made["values"]


class Entry:
    """A function in the table; it stays there as long as this object lives."""

    def __init__(self, table, number):
        self.number = number
        self._table = table

    def __del__(self):
        self._table.pop(self.number, None)


class Callbacks:
    """The functions that programs of one library may call."""

    def __init__(self, path):
        self._table = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._path = path
        self._function = _FUNCTION(self._call)
        self._registered = False

    def add(self, function, arguments, results) -> Entry:
        """Adds a function from arrays to a sequence of arrays; shapes and dtypes are those given."""
        with self._lock:
            if not self._registered:
                register = ctypes.CDLL(str(self._path)).hloom_register_callbacks
                register.argtypes, register.restype = [_FUNCTION], None
                register(self._function)
                self._registered = True
            number = next(self._numbers)
        self._table[number] = (function, arguments, results)
        return Entry(self._table, number)

    def _call(self, number, operands, results, message, room):
        try:
            function, arguments, outputs = self._table[number]
            given = [
                _array(operands[i], shape, dtype).copy()
                for i, (shape, dtype) in enumerate(arguments)
            ]
            values = _on_a_thread(function, given)
            for i, (value, (shape, dtype)) in enumerate(zip(values, outputs)):
                _array(results[i], shape, dtype)[...] = np.asarray(value)
            return 0
        except BaseException:  # It becomes an error of the run.
            text = traceback.format_exc().encode()[-room + 1 :] + b"\0"
            ctypes.memmove(message, text, len(text))
            return 1


def _array(address, shape, dtype):
    """The array at an address."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if size == 0:
        return np.zeros(shape, dtype)
    memory = (ctypes.c_char * size).from_address(address)
    return np.frombuffer(memory, dtype).reshape(shape)
