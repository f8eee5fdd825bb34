"""What heddle.ufunc() takes, made to a numpy ufunc. C functions become one through numpy's own C interface, so that types, broadcasting
and casts are numpy's."""

import ctypes
import sys

import numpy

from ._errors import named

# Places in numpy's table of ufunc functions (numpy/__ufunc_api.h): they stay, because compiled modules count on them.
FROM_FUNCTIONS = 1
GENERIC_LOOPS = {"d->d": 5, "f->f": 6, "dd->d": 15, "ff->f": 14}  # PyUFunc_d_d and so on: call a C function for each element
NONE = -1  # PyUFunc_None: no identity

CODES = {ctypes.c_double: "d", ctypes.c_float: "f"}


def _table():
    core = sys.modules.get("numpy._core._multiarray_umath") or sys.modules["numpy.core._multiarray_umath"]
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(get(core._UFUNC_API, None), ctypes.POINTER(ctypes.c_void_p))


def _make(loop, data, types, name, keep):
    """A ufunc of one inner loop. Its tables last as long as the program, as numpy wants it."""
    inputs, outputs = types.split("->")
    codes = bytes(numpy.dtype(code).num for code in inputs + outputs)
    tables = (ctypes.c_void_p * 1)(loop), (ctypes.c_void_p * 1)(data), ctypes.create_string_buffer(codes, len(codes))
    text = ctypes.create_string_buffer(name.encode()), ctypes.create_string_buffer(f"C function {name}, {types}".encode())
    _kept.append((tables, text, keep))
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int,
                             ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(_table()[FROM_FUNCTIONS])
    address = ctypes.addressof
    return make(address(tables[0]), address(tables[1]), address(tables[2]), 1, len(inputs), len(outputs), NONE, address(text[0]),
                address(text[1]), 0)


_kept = []


def _of_c(function, types, name):
    address = ctypes.cast(function, ctypes.c_void_p).value
    if types is None:
        arguments = getattr(function, "argtypes", None) or ()
        codes = [CODES.get(one) for one in (*arguments, function.restype)]
        signature = f"{''.join(map(str, codes[:-1]))}->{codes[-1]}"
        if signature not in GENERIC_LOOPS:
            said = ", ".join(getattr(one, "__name__", str(one)) for one in arguments) or "not set"
            result = getattr(function.restype, "__name__", function.restype)
            raise TypeError(f"heddle.ufunc: the C function {name} has argtypes {said} and restype {result}; set them to one or two "
                            "ctypes.c_double, or c_float, with the same restype. Others need an inner loop of numpy's kind and "
                            "types=\"...->...\"")
        return _make(_table()[GENERIC_LOOPS[signature]], address, signature, name, function)
    parts = types.split("->") if isinstance(types, str) else []
    if len(parts) != 2 or not all(parts) or set("".join(parts)) - set(numpy.typecodes["All"]) or "O" in types:
        raise ValueError(f"heddle.ufunc: types is {named(types)}; it takes numpy's codes, as in \"dd->d\" for two doubles that give one")
    return _make(address, None, types, name, function)


def as_ufunc(kernel, types, name):
    """@returns a numpy ufunc, or numba's DUFunc, which is called like one"""
    if isinstance(kernel, ctypes._CFuncPtr):
        return _of_c(kernel, types, name or getattr(kernel, "__name__", "kernel"))
    if types is not None:
        raise TypeError(f"heddle.ufunc: types= is for C functions of ctypes, and {named(kernel)} is none; leave it out")
    if isinstance(kernel, numpy.ufunc):
        return kernel
    numba = sys.modules.get("numba")
    if numba is not None:
        if type(kernel).__name__ == "DUFunc":
            return kernel
        if hasattr(kernel, "py_func") and hasattr(kernel, "nopython_signatures"):
            return numba.vectorize(nopython=True)(kernel.py_func)
    if callable(kernel):
        raise TypeError(f"heddle.ufunc: {named(kernel)} is a Python function, which holds the interpreter's lock: compile it with numba.njit, "
                        "or give numpy's ufuncs, or use heddle.parallel_for_blocks with numpy on slices inside")
    raise TypeError(f"heddle.ufunc: {named(kernel)} is no kernel; it takes numpy ufuncs, functions that numba has compiled, C functions "
                    "of ctypes")
