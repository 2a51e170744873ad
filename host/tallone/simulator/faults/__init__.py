"""What goes wrong: of machines and of people, each with its occasion."""
