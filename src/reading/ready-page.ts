import { ReadyBody } from '../contract/ready-body.ts'
import type { Page } from '../list/page.ts'
import { asByteText, byteText, byteTexts } from '../byte-text.ts'
import type { ReadyPage, ReadyRecord } from './reading.ts'

/** Puts ready records into the envelope of a list. */
export function readyPage<Item>(
  envelope: Page<Item>,
  { records }: ReadyPage,
): ReadyBody<Page<Item>> {
  const frame = byteText(JSON.stringify(envelope))
  // The envelope ends in `[]}`.
  const [before, after] = [asByteText(frame.slice(0, -2)), asByteText(']}')]
  const json = byteTexts([before, ...records.texts, after])
  return new ReadyBody({ frame: envelope, json, digest: frame + records.digest })
}

/** One record by itself. */
export function readyRecord<Item extends object>({ texts, version }: ReadyRecord): ReadyBody<Item> {
  return new ReadyBody({ json: byteTexts(texts), version })
}
