"""The app's lightweight widgets. Each takes a `Look` and measures itself with `fit(width)` or `hug()`."""

from companion.ui.widgets.base.flow import *  # noqa: F403
from companion.ui.widgets.base.part import *  # noqa: F403
from companion.ui.widgets.controls.buttons import *  # noqa: F403
