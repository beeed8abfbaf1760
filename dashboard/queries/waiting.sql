-- How many spans there are at all.
SELECT count(*) FROM spans
