"""Runs with planted faults, and look-alikes that are none, made by seed. Independent of the rules that find faults.

words    what users and agents say, in six languages      shapes   how tools print what they found
money    how amounts are written                          formats  transcripts as files, with the place of each piece
story    the pieces of a run, and its plan                buying, workshop, desk   three kinds of honest work
forms/   what can be planted, one file for each group of kinds
"""
