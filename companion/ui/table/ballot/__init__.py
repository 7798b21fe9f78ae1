"""The secret vote: the dark room and the ballot in it."""
