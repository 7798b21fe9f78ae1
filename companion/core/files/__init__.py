"""Files of plays, copies and everything: written, read and looked over."""
