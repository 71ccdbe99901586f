import {
  array,
  columnsOf,
  constant,
  expression,
  defineFragment,
  rowFragment,
  object,
  one,
  oneOrNull,
} from '../json-sql/json.ts'
import { imageJson } from '../records/picture-resource.ts'
import { userJson, PHONE } from '../users/user-resource.ts'

const { masked, number, plain, text, timestamp } = columnsOf('galleries')

/** A seller of artworks. */
export const galleryJson = object('Gallery', {
  id: number('id'),
  name: text('name'),
  slug: plain('slug'),
  city: text('city'),
  summary: text('summary'),
  featured_image: oneOrNull(imageJson, 'images WHERE images.id = galleries.featured_image_id'),
  more_artworks: constant({}),
  owner: one(userJson, 'users WHERE users.id = galleries.owner_id'),
  phone_number: masked('phone_number', PHONE),
  address: text('address'),
  registered_since: timestamp('registered_since'),
  total_artworks: expression<number>(
    '(SELECT coalesce(sum(total), 0) FROM artwork_counts WHERE gallery_id = galleries.id)::text',
  ),
})

/** The users who act for a gallery, its owner and its other members, and the names of those who have not accepted. */
export const galleryMembersJson = object('GalleryMembers', {
  members: array(
    userJson,
    // One array: for two conditions, PostgreSQL would read all users.
    `users WHERE users.id = ANY (ARRAY(SELECT galleries.owner_id
      UNION ALL SELECT user_id FROM gallery_members WHERE gallery_id = galleries.id))`,
    'username COLLATE "C"',
  ),
  invited: expression<
    string[]
  >(`(SELECT coalesce(json_agg(username ORDER BY username COLLATE "C"), '[]')
    FROM gallery_invitations WHERE gallery_id = galleries.id)::text`),
})

export const galleryFragment = rowFragment('gallery', 'Gallery', galleryJson, 'galleries')

/** Found by the id of the gallery, so a document does not change with the owner of the gallery. */
export const galleryOwnerFragment = defineFragment({
  kind: 'gallery_owner',
  component: 'User',
  json: userJson,
  from: 'galleries JOIN users ON users.id = galleries.owner_id',
  id: 'galleries.id',
})
