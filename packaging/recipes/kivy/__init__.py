"""python-for-android's own recipe, without the modules that Kivy imports only to fetch pictures from the internet.

pip would take chardet and charset-normalizer as compiled for the machine that builds the package.
"""

from pythonforandroid.recipes.kivy import KivyRecipe


class LeanKivy(KivyRecipe):
    python_depends = ["filetype"]

    def get_recipe_dir(self):
        """The patches lie beside the original."""
        from pythonforandroid.recipes import kivy
        from os.path import dirname
        return dirname(kivy.__file__)


recipe = LeanKivy()
