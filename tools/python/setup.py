"""Says that the wheel is one for a system, but for all versions of Python: its library is no extension of one.

All else is in pyproject.toml. `cargo xtask wheel` puts the library beside the Python files before setuptools
builds the wheel.
"""

import setuptools
from setuptools.command.bdist_wheel import bdist_wheel


class Package(setuptools.Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setuptools.setup(distclass=Package, cmdclass={"bdist_wheel": Wheel})
