"""The procedures that decide the dice protocol, each as small as its paragraph allows, and their oracle.

They hold the protocol, not the rulesets: what a paragraph leaves to another rule is left out here.
"""
