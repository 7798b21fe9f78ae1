"""Secret votes: the dark room and its ballot."""
