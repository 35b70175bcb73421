"""How the hot modules are compiled, a step a file. `setup.py` says what is built, and uses this package.

sources        which sources are compiled, and which others shape the compiled code
translation    Python to C, by mypyc
unchecked      leaves out the checks of indexes in the functions that are marked for it
constants      names constants after their values, so that a new one changes no other module
profile        builds with counters, plays, and tells the C compiler which way the code usually goes
memory         knows what every object was made of, so that only what changed is compiled
commands       compiles on all cores, and writes the manifest by which a build is known to be up to date
"""
