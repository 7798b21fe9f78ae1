"""What pyproject.toml cannot say: `assets/` travels as `companion/assets`, and translations are compiled."""

from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py


class Build(build_py):
    def run(self) -> None:
        compile_translations(Path("companion"))
        super().run()


def compile_translations(folder: Path) -> None:
    """Write the .mo beside every .po."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po
    for path in folder.rglob("*.po"):
        with path.open("rb") as file, path.with_suffix(".mo").open("wb") as made:
            write_mo(made, read_po(file, locale=path.parts[-3]))


setup(
    packages=[*find_packages(include=["companion", "companion.*"]), "companion.assets"],
    package_dir={"companion.assets": "assets"},
    cmdclass={"build_py": Build},
)
