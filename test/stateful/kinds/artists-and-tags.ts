import fc from 'fast-check'
import { defaultsOf } from '../bodies.ts'
import { plain, shownFields } from '../fields.ts'
import type { Kind } from '../kind.ts'
import { livingOf, type Items, type Model } from '../model.ts'
import { changedPicture, createdPicture } from '../pictures.ts'
import { checkPicture, unprocessable } from '../rejections.ts'
import { isPublicArtwork } from './references.ts'

/** What artists and tags have in common: all clients see them, and a scope suffices to change them. */
const COMMON = {
  scopes: { create: ['catalogue:write'], change: ['catalogue:write'] },
  hasStates: false,
  orderings: ['id', '-id'],
  sortKey: ({ id }) => id,
  isPublic: () => true,
  isMember: () => true,
  ownerOf: ({ author }) => author,
} as const satisfies Partial<Kind>

export const artists: Kind<'artists'> = {
  ...COMMON,
  name: 'artists',
  noun: 'artist',
  path: '/artists/',
  pictures: 'images',
  shown: (item, model) => ({
    ...item,
    has_artworks: worksOf(model, item).some((work) => isPublicArtwork(work.item)),
  }),
  writable: () => ({ record: 'Artist', fields: {}, omitted: 2 }),
  check: checkPicture,
  referrers: (item, model) => worksOf(model, item),
  created(write) {
    const { id, slug } = write.actual
    const chosen = { id, slug, featured_image: createdPicture(write), more_artworks: {} }
    return { ...defaultsOf('Artist', shownFields(write)), ...chosen } as Items['artists']
  },
  changed(before, write) {
    const featured_image = changedPicture(before.featured_image, write)
    return { ...before, ...shownFields(write), featured_image } as Items['artists']
  },
}

function worksOf(model: Model, { id }: Items['artists']) {
  return livingOf(model, 'artworks').filter(({ item }) => item.artists.includes(id))
}

const tagNames = ['seascape', 'Seascape', '静物', 'Nocturne', 'interior', 'still life']

export const tags: Kind<'tags'> = {
  ...COMMON,
  name: 'tags',
  noun: 'tag',
  path: '/tags/',
  shown: (item) => item,
  writable: () => ({
    record: 'Tag',
    fields: { name: plain(fc.constantFrom(...tagNames)) },
    omitted: 2,
  }),
  /** No two tags have names that differ only in case. */
  check({ fields, record, model }) {
    const others = livingOf(model, 'tags').filter((tag) => tag !== record)
    const lower = (name: unknown) => (typeof name === 'string' ? name.toLowerCase() : undefined)
    const name = lower(fields['name']?.shown)
    const isTaken = others.some(({ item }) => lower(item.name) === name)
    return unprocessable(isTaken ? ['/name'] : [])
  },
  referrers: ({ id }, model) =>
    livingOf(model, 'artworks').filter(({ item }) => item.tags.includes(id)),
  created(write) {
    const { id, created_at, updated_at } = write.actual as Items['tags']
    return { ...defaultsOf('Tag', shownFields(write)), id, created_at, updated_at } as Items['tags']
  },
  changed(before, write) {
    const { updated_at } = write.actual as Items['tags']
    return { ...before, ...shownFields(write), updated_at }
  },
}
