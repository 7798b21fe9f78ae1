"""What box codes are packed with. Codes on paper need it: append a new text, but never change one."""

DICTIONARIES = (
    '{"name":"","copy":{"locations":[{"id":"dorothys_mansion","name":"Dorothy\'s Mansion",'
    '"house":"mansion","at":[0.18,0.34]},{"id":"puppets_theater","name":"Puppets\' Theater",'
    '"house":"theatre","at":[0.5,0.27]},{"id":"mad_hatters_asylum","name":"Mad Hatter\'s Asylum",'
    '"house":"tower","at":[0.82,0.34]},{"id":"nightmare_factory","name":"Nightmare Factory",'
    '"house":"works","at":[0.15,0.58]},{"id":"fair_of_wonders","name":"Fair of Wonders","house":"tent",'
    '"at":[0.5,0.52]},{"id":"winter_prison","name":"Winter Prison","house":"prison","at":[0.85,0.62]},'
    '{"id":"memory_lane_cemetery","name":"Memory Lane Cemetery","house":"graveyard","at":[0.3,0.8]},'
    '{"id":"oaks_park","name":"Oaks Park","house":"park","at":[0.68,0.79]}],'
    '"plazas":[{"id":"mad_hatters_asylum+oaks_park","ends":["mad_hatters_asylum","oaks_park"],"at":[0.73,'
    '0.56]},{"id":"memory_lane_cemetery+oaks_park","ends":["memory_lane_cemetery","oaks_park"],'
    '"at":[0.49,0.83]}],"complete":false,"icons":[],"passages":{},"connections":[],"attacks":[]}}',
)
"""Number 1 is the starter set of the first version."""
