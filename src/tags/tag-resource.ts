import type { components } from '../../generated/v1.ts'
import { columnsOf, object, rowFragment } from '../json-sql/json.ts'
import { namedKind } from '../records/named-kind.ts'

type Schemas = components['schemas']

const { number, text, timestamp } = columnsOf('tags')

const tagJson = object('Tag', {
  id: number('id'),
  created_at: timestamp('created_at'),
  updated_at: timestamp('updated_at'),
  name: text('name'),
  description: text('description'),
})

export const tagKind = namedKind<Schemas['Tag'], Schemas['TagPatch']>({
  table: 'tags',
  json: tagJson,
  columns: { name: null, description: '' },
  hasUniqueNames: true,
  isOfUsers: true,
  referrers: [['artwork', 'artworks JOIN artwork_tags ON artwork_id = artworks.id WHERE tag_id =']],
})

export const tagFragment = rowFragment('tag', 'Tag', tagJson, 'tags')
