import { asLatin1, PrerenderedBody, toLatin1, latin1Texts } from '../response-body.ts'
import type { Page } from '../lists/page.ts'
import type { AssembledPage, AssembledRecord } from './reader.ts'

/** The response body of a list page: assembled records inside the page envelope. */
export function pageBody<Item>(
  envelope: Page<Item>,
  { records }: AssembledPage,
): PrerenderedBody<Page<Item>> {
  const frame = toLatin1(JSON.stringify(envelope))
  // The envelope ends with `[]}`.
  const [before, after] = [asLatin1(frame.slice(0, -2)), asLatin1(']}')]
  const json = latin1Texts([before, ...records.texts, after])
  return new PrerenderedBody({ frame: envelope, json, digest: frame + records.digest })
}

/** The response body of a single record. */
export function recordBody<Item extends object>({
  texts,
  version,
}: AssembledRecord): PrerenderedBody<Item> {
  return new PrerenderedBody({ json: latin1Texts(texts), version })
}
