"""KivyMD 2.0.0 needs materialyoucolor 3.0.3 or later; python-for-android 2026.5.9 ships a recipe for 2.0.10.

Its source comes from the package index (whichever pip is set to), pinned by its hash, and is built without its one C++
module: pure Python needs no compiler for the phone, and picks the same colours. `make spec` builds it so.
"""

import subprocess
import sys

from pythonforandroid.recipe import PyProjectRecipe


class MaterialyoucolorRecipe(PyProjectRecipe):
    version = "3.0.4"
    url = "materialyoucolor-{version}.tar.gz"
    sha256sum = "30b8dde034dce180845b0eaf52f72c5b22cd5b60bd7aff96804febae4e266276"

    def download_file(self, url, target, cwd=None):
        """By pip, as a file in the folder we stand in; python-for-android then compares its hash with ours."""
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", self.name]
        subprocess.run([*fetch, f"{self.name}=={self.version}"], cwd=cwd, check=True)
        return target

    def check_prebuilt(self, arch, msg=""):
        return False  # a wheel that appears one day would hold the C++ module again

    def get_recipe_env(self, arch, **kwargs):
        return {**super().get_recipe_env(arch, **kwargs), "MYCP_PURE_PYTHON": "1"}


recipe = MaterialyoucolorRecipe()
