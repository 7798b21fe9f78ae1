"""One answer panel per kind of question; `PANELS` in `ui/table/panel.py` lists them."""
