"""Phones at the table: a local web server; guests answer in a browser.

The app and `tableside serve` open a `guest_table.GuestTable`; nothing here is imported before that.
"""
