/** Two lines of JSON, of which one fails, in a request that writes nothing (`dry_run`). */
const BATCH = 'POST /marketplace-artworks/batch/ 200'

/**
 * The life of an artwork, which every program walks through: the requests with the status of the response, in this
 * order, with any others between them. A program checks what it receives; the service tells which steps it took.
 */
export const STEPS = [
  'POST /artists/ 201',
  'POST /galleries/ 201',
  'POST /tags/ 201',
  'GET /galleries/{id}/ 200',
  'POST /marketplace-artworks/ 201',
  'PATCH /marketplace-artworks/{id}/ 200',
  'PATCH /marketplace-artworks/{id}/ 200',
  'GET /marketplace-artworks/{id}/ 200',
  BATCH,
  'DELETE /galleries/{id}/ 409',
  'DELETE /marketplace-artworks/{id}/ 204',
  'DELETE /galleries/{id}/ 204',
  'DELETE /tags/{id}/ 204',
  'DELETE /artists/{id}/ 204',
] as const

/** The request as a step. @param url the path, below the root of the API, and the query. */
export function stepOf(method: string, url: string, status: number): string {
  const [path = ''] = url.split('?')
  return `${method} ${path.replace(/\/\d+\//, '/{id}/')} ${status}`
}

/**
 * @param noBatch whether the clients of the generator cannot send a batch.
 * @throws an error with the first step that was not taken after its predecessor, or with one that was not possible.
 */
export function requireSteps(taken: readonly string[], noBatch = false): void {
  let position = 0
  if (noBatch && taken.includes(BATCH)) throw new Error(`The program can take ${BATCH}.`)
  for (const step of STEPS) {
    if (noBatch && step === BATCH) continue
    position = taken.indexOf(step, position) + 1
    if (position === 0) throw new Error(`The program left out ${step}.`)
  }
}
