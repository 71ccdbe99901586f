-- A record is read far more often than written, so it is stored uncompressed if it fits into a page: snapshots take half the
-- time, and the feed's task does not compress. It takes twice the disk. Records stored before stay compressed until their
-- next change.
ALTER TABLE feed_entries SET (toast_tuple_target = 8160);
