"""What box codes are packed with. Codes on paper need it: append a new text, but never change one."""

DICTIONARIES = (
    '{"name":"","copy":{"name":"","colour":"#C98A2B","icon":"cards-outline","by":"numbers","wins":"high",'
    '"rounds":0,"categories":[],"worth":[],"target":0,"reach":"round","start":0,"down":false,'
    '"below_zero":false,"zero_sum":false,"bids":[0,20,10,10,10],"sides":0,"partners":[],"tie":"shared",'
    '"clock":0,"turn":""}}',
)
"""Number 1 is the starter set of the first version."""
