import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { NOT_APPLICABLE, ROWS, TRIED_BY_PARTS } from './rows.ts'

/** The rows at the start of a title: `A4 a body ...`, `A3, A4 and A5 ...` or `A3 A4 ...`. */
const NUMBERED = /['"`]((?:[A-F]\d{1,2}(?:,| and)? )+)/g

/** @returns the rows without a test below `folder`, as `A4 a body sent slowly`. */
export async function untestedRows(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const tested = new Set([...Object.keys(NOT_APPLICABLE), ...Object.values(TRIED_BY_PARTS).flat()])
  for (const name of names.filter((each) => /\.(test|slow|faults)\.tsx?$/.test(each))) {
    const text = await readFile(path.join(folder, name), 'utf8')
    for (const row of numbersIn(text)) tested.add(row)
  }
  const untested = Object.entries(ROWS).filter(([row]) => !tested.has(row))
  return untested.map(([row, what]) => `${row} ${what}`)
}

/** The rows of the test titles in `text`. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(NUMBERED)].flatMap(
    ([, numbers = '']) => numbers.match(/[A-F]\d+/g) ?? [],
  )
}
