import { titleSortKey } from '../../src/artworks/title-sort-key.ts'
import { itemCode } from './code.ts'

const LONGEST_STEM = 60

/** URL-safe form of item n's name, made unique by its code. */
export function itemSlug(name: string, n: number): string {
  const stem = titleSortKey(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_STEM)
    .replace(/^-|-$/g, '')
  return stem === '' ? itemCode(n) : `${stem}-${itemCode(n)}`
}
