"""What pyproject.toml can't do: put `assets/` and `examples/` into `companion`, compile translations, and
make README's links absolute if the release gives the project's address."""

import os
import re
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


def readme(url: str, tag: str) -> str:
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r'(\]\(|src=")(docs/[^)"]*\.(?:png|webp))', rf"\1{url}/raw/{tag}/\2", text)
    text = text.replace("../../deployments/github-pages", PAGE or "../../deployments/github-pages")
    text = text.replace("](../../", f"]({url}/")
    page = r'(\]\(|href=")((?:docs/|assets/|LICENSE|[A-Z_]+\.md)[^)"]*)'
    return re.sub(page, rf"\1{url}/blob/{tag}/\2", text)


URL, TAG = os.environ.get("TABLESIDE_URL", ""), os.environ.get("TABLESIDE_TAG", "main")
PAGE = os.environ.get("TABLESIDE_ADDRESS", "")
LINKS = {"Homepage": URL, "Issues": URL and f"{URL}/issues", "In a browser": PAGE}
setup(
    long_description=readme(URL, TAG) if URL else Path("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    project_urls={name: link for name, link in LINKS.items() if link},
    packages=[*find_packages(include=["companion", "companion.*"]), "companion.assets", "companion.examples"],
    package_dir={"companion.assets": "assets", "companion.examples": "examples"},
    cmdclass={"build_py": Build},
)
