"""How well a table mixes its tiles: measured from the order in which they fell in and the order in the walls.

``cycle_file`` reads what people or a camera wrote down, ``effects`` counts what a bad shuffle would show, ``null`` and
``sampling`` say how these counts are distributed over all permutations, ``measurement`` puts a report together and
``sample_size`` says beforehand how many cycles are needed.
"""
