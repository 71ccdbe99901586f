import { columnsOf, defineFragment, object } from '../json-sql/json.ts'

const { number, text, timestamp } = columnsOf('tags')

export const tagJson = object('Tag', {
  id: number('id'),
  created_at: timestamp('created_at'),
  updated_at: timestamp('updated_at'),
  name: text('name'),
  description: text('description'),
})

export const tagKind = {
  noun: 'tag',
  table: 'tags',
  json: tagJson,
  hasUniqueNames: true,
} as const

export const tagFragment = defineFragment({
  kind: 'tag',
  component: 'Tag',
  json: tagJson,
  from: 'tags',
  id: 'tags.id',
})
