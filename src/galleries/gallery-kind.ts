import type { components } from '../../generated/v1.ts'
import { isAdmin, type Principal } from '../auth/principal.ts'
import { together } from '../database/kysely.ts'
import { unprocessable } from '../problems/problem.ts'
import { namedKind, type OwnColumn } from '../records/named-kind.ts'
import { UNKNOWN_USER } from '../users/user-queries.ts'
import { galleryJson, galleryMembersJson } from './gallery-resource.ts'
import { keepOwnerAsMember, selectPossibleOwner } from './membership-queries.ts'
import { loadMemberships, requireMember, type Memberships } from './membership.ts'

type Schemas = components['schemas']
type GalleryPatch = Schemas['GalleryPatch']

/** The data on which the rights to a gallery depend. */
interface GalleryFacts {
  readonly principal: Principal
  readonly memberships: Memberships
  /** The user whom the request names as the owner. */
  readonly owner: Awaited<ReturnType<typeof selectPossibleOwner>>
}

/** Galleries belong to their members, who change them. A former owner stays a member. */
export const galleryKind = namedKind<
  Schemas['Gallery'],
  GalleryPatch,
  GalleryFacts,
  Exclude<OwnColumn<GalleryPatch>, 'owner'> | 'owner_id'
>({
  table: 'galleries',
  json: galleryJson,
  columns: {
    name: null,
    city: null,
    summary: '',
    owner_id: null,
    phone_number: null,
    address: null,
  },
  pictures: 'images',
  slugFrom: 'name',
  isOfUsers: true,
  referrers: [
    ['artwork', 'artworks WHERE gallery_id ='],
    ['venue', 'venues WHERE gallery_id ='],
  ],
  owner: 'id',
  loadFacts: async (db, { fields: [fields], ids, principal }) => {
    const { userId } = principal
    const [memberships, owner] = await together([
      loadMemberships(db, { userId, galleries: ids }),
      fields?.owner === undefined
        ? Promise.resolve(undefined)
        : selectPossibleOwner(db, fields.owner, ids[0]),
    ])
    return { principal, memberships, owner }
  },
  requireOwn: (id, { memberships }, principal) => requireMember(memberships, Number(id), principal),
  newRow: ({ owner, featured_image: _picture, ...columns }, facts, { userId }) => ({
    columns: { ...columns, owner_id: owner === undefined ? userId : ownerIdOf(facts) },
  }),
  changedRow: ({ owner, featured_image: _picture, ...columns }, _stored, facts) => ({
    columns: { ...columns, ...(owner !== undefined && { owner_id: ownerIdOf(facts) }) },
  }),
  beforeChange: async (db, { id }, { owner }) => {
    if (owner !== undefined) await keepOwnerAsMember(db, id)
  },
})

/** A gallery represented by its members. */
export const galleryMembersKind = { ...galleryKind, json: galleryMembersJson }

/** @throws 422 for a user whom the sender may not name; only `admin` learns that a user does not exist. */
function ownerIdOf({ owner, principal }: GalleryFacts): string {
  const isNameable = isAdmin(principal) || owner?.is_member || owner?.id === principal.userId
  if (owner !== undefined && isNameable) return owner.id
  const detail = isAdmin(principal)
    ? UNKNOWN_USER
    : 'Only admin may name a user who is not a member of the gallery.'
  throw unprocessable([{ pointer: '/owner', detail }])
}
