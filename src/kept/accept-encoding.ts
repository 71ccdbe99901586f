import Negotiator from 'negotiator'
import { memoize } from '../contract/remembered.ts'

/** The content codings that answers are made in (RFC 9110, section 8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity'

/** What a client takes its answer in. */
export interface AcceptedEncoding {
  readonly encoding: Encoding
  /** Shorter bodies, in bytes, are sent as they are. */
  readonly fromBytes: number
}

/** One packet holds what is shorter, whatever is done to it. */
const WORTH_ENCODING_BYTES = 1024

/** Of equals the first is taken. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity']

/** The types of Negotiator lack the preference among equals. */
interface Negotiation {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
}

/** Where nothing that there is would do, the answer goes as it is: so the section has it. */
function negotiated(header: string): AcceptedEncoding {
  const negotiation: Negotiation = new Negotiator({ headers: { 'accept-encoding': header } })
  const taken = negotiation.encodings(ENCODINGS, { preferred: ENCODINGS }) as Encoding[]
  const [encoding = 'identity'] = taken
  return { encoding, fromBytes: taken.includes('identity') ? WORTH_ENCODING_BYTES : 0 }
}

const accepted = memoize(negotiated, { maxEntries: 256, maxKeyLength: 128 })

/** Reads `Accept-Encoding` with its q values (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header = ''): AcceptedEncoding {
  return accepted(header)
}
