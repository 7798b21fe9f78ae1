"""What pyproject.toml cannot say: the top-level `assets/` travels inside the package, as `companion/assets`."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["companion", "companion.*"]), "companion.assets"],
    package_dir={"companion.assets": "assets"},
)
