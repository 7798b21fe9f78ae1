"""Phones at the table: a door in the local network through which guests answer in a browser.

`phones.Phones` is what the app and `tableside serve` open; nothing of this folder is imported before that.
"""
