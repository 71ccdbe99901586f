import { ReadyBody } from '../contract/ready-body.ts'
import type { Page } from '../list/page.ts'
import { asByteText, byteText } from '../byte-text.ts'
import type { ReadyPage, ReadyRecord } from './reading.ts'

/** Puts ready records into the envelope of a list. */
export function readyPage<Item>(
  envelope: Page<Item>,
  { records }: ReadyPage,
): ReadyBody<Page<Item>> {
  const frame = byteText(JSON.stringify(envelope))
  // The envelope ends in `[]}`.
  const json = asByteText(`${frame.slice(0, -2)}${records.text}]}`)
  return new ReadyBody({ frame: envelope, json, digest: frame + records.digest })
}

/** One record by itself. */
export function readyRecord<Item extends object>({ text, version }: ReadyRecord): ReadyBody<Item> {
  return new ReadyBody({ json: text, version })
}
