"""What a surface shows of a question: faces and descriptions."""
