-- The records of a category, which a change and the deletion of the category look for.
CREATE INDEX artworks_of_category ON artworks (category_id);
CREATE INDEX events_of_category ON events (category_id);

-- Invitations of users to be members of a gallery, until they accept. By name, and whether there is such a user or not:
-- so nobody learns by an invitation who exists. A user of `gallery_members` has accepted, or `admin` has added the user.
CREATE TABLE gallery_invitations (
  gallery_id integer NOT NULL REFERENCES galleries ON DELETE CASCADE,
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9._-]+$' AND length(username) <= 150),
  invited_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (gallery_id, username)
);
CREATE INDEX gallery_invitations_of_sender ON gallery_invitations (invited_by);
