"""Cards counted one by one."""
