"""What box codes are packed with. Codes on paper need it: append a new text, but never change one."""

DICTIONARIES = (
    '{"name":"","copy":{"format":"tableside.windward.copy","version":1,"name":"Starter set","guess":true,'
    '"guessed":["achievements","board","counts","crew","die","large.A","large.B","large.C","large.D",'
    '"large.E","large.F","post","small.A","small.B","small.C","small.D","small.E","small.F","supplies"],'
    '"large":{"radius":5,"tiles":{"A":[".","..","D.G",".F.Z","...DR"],"B":[".",".D","...","Z..G",'
    '".RD.F"],"C":[".","G.",".D.","..R.",".F.DZ"],"D":[".","..",".ZD","D.G.",".RF.."],"E":[".","D.",'
    '"..G",".RD.","..Z.F"],"F":[".",".G","D..",".Z.R",".DF.."]}},"small":{"radius":4,"tiles":{"A":[".",'
    '"..","D.G",".F.R"],"B":[".",".D","Z..",".R.F"],"C":[".","G.",".D.","..FR"],"D":[".",".F","R.D",'
    '".ZG."],"E":[".","D.",".G.",".RF."],"F":[".","..","FD.",".GRZ"]}},"clockwise":true,"order":[1,2,3,4,'
    '5,6],"battle_die":[1,1,1,2,2,3],"board":{"gas_slots":4,"cannon_slots":3,"longboat_order":3,'
    '"morale_order":1,"supplies_order":3,"rest_at_port":1},"crew_slots":[["purser","gas_worker"],'
    '["marine","sergeant"],["harpooner","coxswain"]],"supplies":[{"effect":"coffee","name":"Coffee",'
    '"count":10,"hits":0},{"effect":"bait","name":"Bait","count":8,"hits":0},{"effect":"fuel",'
    '"name":"Fuel","count":14,"hits":0},{"effect":"harpoon","name":"Harpoon","count":12,"hits":2},'
    '{"effect":"aerogenerator","name":"Aerogenerator","count":6,"hits":0},{"effect":"deadweight",'
    '"name":"Deadweight","count":5,"hits":0},{"effect":"false_flag","name":"False Flag","count":5,'
    '"hits":0}],"achievements":[{"name":"First card on the notice board","high":3,"low":1},'
    '{"name":"Second card on the notice board","high":3,"low":1}],"counts":{"greys":8,"reds":9,'
    '"grey_teeth":8,"red_teeth":8,"gas_and_cannons":60,"plus_two":10,"tags":5,"crew_of_each_name":2}}}',
)
"""Number 1 is the starter set of the first version."""
