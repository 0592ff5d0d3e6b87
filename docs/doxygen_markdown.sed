# What README.md says in ways that Doxygen does not read; used by docs/Doxyfile.in.
# Links to files of the tree, or into this one, lead nowhere in the reference: only their text stays.
s/(^|[^!])\[([^]]+)\]\([^):]+\)/\1\2/g
# To Doxygen a ' ends a code span with single backticks, but not one with double ones.
s/(^|[^`])`([^`]*'[^`]*)`([^`]|$)/\1``\2``\3/g
