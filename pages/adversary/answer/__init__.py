"""What the page draws and says, block by block."""
