-- For the limit of the records that one user has (src/named-records/named-record.ts).
CREATE INDEX artists_stored_by ON artists (stored_by);
CREATE INDEX galleries_stored_by ON galleries (stored_by);
CREATE INDEX tags_stored_by ON tags (stored_by);
CREATE INDEX venues_stored_by ON venues (stored_by);
