"""Phones at the table: a web server in the local network; guests answer in a browser.

`guest_table.GuestTable` is what the app and `tableside serve` open; nothing of this folder is imported before that.
"""
