"""What Jantaku is made of: locked packages, their licences, the bill of materials."""
