"""What the screens need of everything else: plays on the table and on disk, files, and small ports to the machine.

No module here imports Kivy, plyer or pyjnius when it is imported itself: Kivy may open a window as soon as it is, and
the engine, the tests and the command-line verbs use these services without one.
"""
