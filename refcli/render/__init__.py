"""Rulings and odds on a terminal: pictures, plain lines, colours that nothing rests on."""
