import { slugStem } from '../../src/writes/slug-stem.ts'
import { itemCode } from './code.ts'

const LONGEST_STEM = 60

/** URL-safe form of item n's name, made unique by its code. */
export function itemSlug(name: string, n: number): string {
  const stem = slugStem(name, LONGEST_STEM)
  return stem === '' ? itemCode(n) : `${stem}-${itemCode(n)}`
}
