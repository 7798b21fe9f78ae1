"""The page that guests see: plain files, and the words they say."""
