import { openConnection } from './connection.ts'
import { requestBytes } from './request-bytes.ts'

interface Walk {
  /** Of the service's root. */
  readonly url: string
  /** The path of the first page. */
  readonly path: string
}

export interface WalkResult {
  readonly seconds: number
  readonly pages: number
  /** The ids of all records in the order of the list. */
  readonly ids: Int32Array
}

const NEXT = /"next":(?:null|"([^"]*)")/
/** The beginning of a record, and of nothing else in a page: artworks and events have these fields first. */
const RECORD_ID = /\{"id":(\d+),"title":/g
/** `next` precedes the records. */
const ENVELOPE_BYTES = 2_048

/** Follows `next` to the end over one connection. @throws for any status except 200. */
export function runWalk({ url, path }: Walk): Promise<WalkResult> {
  const began = performance.now()
  const ids: number[] = []
  let pages = 0
  let pieces: Buffer[] = []
  return new Promise((resolve, reject) => {
    const stop = (reason: string): void => {
      connection.close()
      reject(new Error(`The walk ended after ${pages} pages: ${reason}`))
    }
    const connection = openConnection(url, {
      onBody: (piece) => pieces.push(Buffer.from(piece)),
      onResponse(status) {
        const body = Buffer.concat(pieces)
        if (status !== 200) return stop(`status ${status}, ${body.toString()}`)
        pieces = []
        pages += 1
        const next = nextPath(body)
        // The service builds the next page while this one is read.
        if (next !== undefined) connection.send(requestBytes(url, { url: next }))
        for (const [, id] of body.toString('latin1').matchAll(RECORD_ID)) ids.push(Number(id))
        if (next !== undefined) return
        connection.close()
        const seconds = (performance.now() - began) / 1_000
        resolve({ seconds, pages, ids: Int32Array.from(ids) })
      },
      onBroken: stop,
    })
    connection.send(requestBytes(url, { url: path }))
  })
}

/** Links have the public URL, which is not the address of the service in the bench. */
function nextPath(page: Buffer): string | undefined {
  const link = NEXT.exec(page.toString('latin1', 0, ENVELOPE_BYTES))
  if (link === null) throw new Error('A page without "next".')
  if (link[1] === undefined) return undefined
  const { pathname, search } = new URL(link[1])
  return pathname + search
}
