import fc from 'fast-check'
import { defaultsOf } from '../bodies.ts'
import { masked, shownFields, UNKNOWN, type FieldArbitrary } from '../fields.ts'
import type { Attempt, Kind } from '../kind.ts'
import { isOwn, livingOf, type Caller, type Items, type Model, type User } from '../model.ts'
import { changedPicture, createdPicture } from '../pictures.ts'
import { checkPicture, unprocessable, unknownReferences, type Check } from '../rejections.ts'
import type { World } from '../service.ts'
import { isPublicArtwork } from './references.ts'

type Gallery = Items['galleries']

const NOBODY = 'nobody'

/** The username of a client, who is then shown; rarely of nobody. */
function username({ writers }: World): FieldArbitrary {
  const users = [...writers.values()].map(({ user }) => user)
  return fc.oneof(
    {
      weight: 20,
      arbitrary: fc.constantFrom(...users).map((user) => ({ sent: user.username, shown: user })),
    },
    { weight: 1, arbitrary: fc.constant({ ...UNKNOWN, sent: NOBODY }) },
  )
}

/** A client may become the owner by itself, as a member, or by `admin`. */
function checkOwner({ caller, fields, record }: Attempt<'galleries'>): Check {
  const owner = fields['owner']?.shown as User | undefined
  if (owner === undefined) return unprocessable(unknownReferences(fields))
  const name = owner.username as Caller
  const isAllowed = caller === 'admin' || caller === name || (record && isUserOf(record.item, name))
  return unprocessable(isAllowed ? [] : ['/owner'])
}

/** Whether a user is the owner or another member. */
function isUserOf({ owner, members }: Gallery, caller: Caller): boolean {
  return [owner, ...members].some((user) => user.username === caller)
}

function artworksOf({ id }: Gallery, model: Model) {
  return livingOf(model, 'artworks').filter(({ item }) => item.gallery === id)
}

/** Galleries belong to their members, one of whom is the owner. */
export const galleries: Kind<'galleries'> = {
  name: 'galleries',
  noun: 'gallery',
  path: '/galleries/',
  scopes: { create: ['catalogue:write'], change: ['artworks:write', 'catalogue:write'] },
  pictures: 'images',
  hasStates: false,
  orderings: ['id', '-id'],
  sortKey: ({ id }) => id,
  shown(item, model) {
    const { members: _members, invited: _invited, ...shown } = item
    const artworks = artworksOf(item, model).filter((artwork) => isPublicArtwork(artwork.item))
    return { ...shown, total_artworks: artworks.length }
  },
  isPublic: () => true,
  isMember: ({ item }, caller) => isUserOf(item, caller),
  ownerOf: ({ item }) => item.owner.username as Caller,
  writable: (world) => ({
    record: 'Gallery',
    fields: { phone_number: masked(fc.constantFrom('', '+45 86 12 00 00'), '<PHONE>') },
    sometimes: [fc.record({ owner: username(world) })],
    grouped: ['owner'],
    ruledOut: { owner: ['a b'], phone_number: ['<PHONE>'] },
    omitted: 4,
  }),
  check: (attempt) => checkOwner(attempt) ?? checkPicture(attempt),
  referrers: (item, model) => artworksOf(item, model),
  created(write) {
    const { id, slug, registered_since } = write.actual as unknown as Gallery
    return {
      ...defaultsOf('Gallery', { owner: write.user, ...shownFields(write) }),
      id,
      slug,
      registered_since,
      featured_image: createdPicture(write),
      more_artworks: {},
      members: [],
      invited: [],
    } as unknown as Gallery
  },
  /** A former owner stays a member. */
  changed(before, write) {
    const featured_image = changedPicture(before.featured_image, write)
    const after = { ...before, ...shownFields(write), featured_image } as Gallery
    return { ...after, members: [...before.members, before.owner] }
  },
}

/** The members as a record of their own, which PUT replaces: a view of the gallery, with its version. */
export const galleryMembers: Kind<'galleries'> = {
  ...galleries,
  suffix: 'members/',
  isPrivate: true,
  shown({ owner, members, invited }) {
    const users = new Map([owner, ...members].map((user) => [user.username, user]))
    const names = [...users.keys()].toSorted()
    return { members: names.map((name) => users.get(name)), invited } as unknown as Gallery
  },
  writable(world) {
    const members = fc
      .uniqueArray(username(world), { maxLength: 3, selector: ({ sent }) => sent })
      .map((users) => ({
        sent: users.map(({ sent }) => sent),
        shown: users.map(({ shown }) => shown),
        unknown: users.flatMap(({ shown }, at) => (shown === undefined ? [`/${at}`] : [])),
      }))
    return { record: 'GalleryMembers', fields: { members }, omitted: 0 }
  },
  check: ({ caller, fields }) => unprocessable(caller === 'admin' ? unknownReferences(fields) : []),
  /** Users whom `admin` names are members at once, and others are invited. */
  replaced(before, { fields, user }) {
    const { sent, shown } = fields['members'] as { sent: string[]; shown: (User | undefined)[] }
    const isMember = (name: string | undefined) =>
      user.username === 'admin' || isUserOf(before, name as Caller)
    return {
      ...before,
      members: shown.filter((named) => named !== undefined && isMember(named.username)) as User[],
      invited: sent.filter((name) => !isMember(name)).toSorted(),
    }
  },
}

/** The gallery of this id in the model, if the caller acts for it. */
export function isMemberOf(model: Model, id: number, caller: Caller): boolean {
  const gallery = livingOf(model, 'galleries').find(({ item }) => item.id === id)
  return gallery !== undefined && isOwn(gallery, caller, model)
}
