-- Cancelled events stay in lists, where calendars and pages mark them.
ALTER TABLE events ADD COLUMN is_cancelled boolean NOT NULL DEFAULT false;
