"""Services for the screens: plays, storage, files, and small ports to the machine.

No module here imports Kivy, plyer or pyjnius at import time: Kivy may open a window, and the engine, tests
and command line use these services without one.
"""
