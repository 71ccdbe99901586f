import { PrerenderedBody } from '../response-body.ts'
import type { Page } from '../lists/page.ts'
import { asLatin1, toLatin1, latin1Texts } from '../response-body.ts'
import type { AssembledPage, AssembledRecord } from './types.ts'

/** Puts ready records into the envelope of a list. */
export function pageBody<Item>(
  envelope: Page<Item>,
  { records }: AssembledPage,
): PrerenderedBody<Page<Item>> {
  const frame = toLatin1(JSON.stringify(envelope))
  // The envelope ends in `[]}`.
  const [before, after] = [asLatin1(frame.slice(0, -2)), asLatin1(']}')]
  const json = latin1Texts([before, ...records.texts, after])
  return new PrerenderedBody({ frame: envelope, json, digest: frame + records.digest })
}

/** One record by itself. */
export function recordBody<Item extends object>({
  texts,
  version,
}: AssembledRecord): PrerenderedBody<Item> {
  return new PrerenderedBody({ json: latin1Texts(texts), version })
}
