"""What Tableside asks of the machine: the store that keeps plays, and small ports to sound, touch, speech and screen.

No module here imports Kivy, plyer or pyjnius when it is imported itself: Kivy may open a window as soon as it is, and
the engine, the tests and the command-line verbs use these services without one.
"""
