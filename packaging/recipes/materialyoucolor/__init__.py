"""KivyMD 2.0.0 needs materialyoucolor 3.0.3 or later; python-for-android 2026.5.9 ships a recipe for 2.0.10.

The address is upstream's own pattern. That this release lies there is the first thing a real build will show.
"""

from pythonforandroid.recipes.materialyoucolor import MaterialyoucolorRecipe as Upstream


class MaterialyoucolorRecipe(Upstream):
    version = "3.0.4"


recipe = MaterialyoucolorRecipe()
