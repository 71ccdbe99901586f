import type { VNode } from 'preact'
import { collectionPath, type Site } from '../pages/site.ts'
import { Isolated } from './isolated.tsx'

/** A longer `name` is refused by the lists (contract, parameter `name`). */
const LONGEST_NAME = 200

interface NameLinkProps {
  readonly site: Site
  /** The collection that the record is of, as in its path. */
  readonly collection: string
  readonly name: string
}

/** The name of a record that has no address of its own, with a link to where its list shows it. */
export function NameLink({ site, collection, name }: NameLinkProps): VNode {
  if (name.length === 0 || name.length > LONGEST_NAME) return <Isolated>{name}</Isolated>
  const query = new URLSearchParams({ name }).toString()
  return (
    <a href={`${collectionPath(site, collection)}?${query}`}>
      <Isolated>{name}</Isolated>
    </a>
  )
}
