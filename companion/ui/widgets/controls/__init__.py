"""What people tap and type into."""
