import fc from 'fast-check'
import { patchFaults, wholeFaults, type Fault } from './faults.ts'
import { fieldArbitraries, text, webUrl, type Fields } from './fields.ts'
import { timeKey, timestamp } from './timestamps.ts'
import type { World } from './world.ts'

/** The body of a request, with what the model has to know of it. */
export interface Body {
  readonly text: string
  /** Whether it is JSON that could be stored, so that the schema is asked. */
  readonly isReadable: boolean
  readonly fields: Fields
  /** Where it does not fit the contract, as JSON Pointers. */
  readonly faults: readonly string[]
}

const REQUIRED = ['venue', 'category', 'title', 'start_time', 'end_time']

const publishStatus = fc.constantFrom('draft', 'published', 'archived')
const firstStatus = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('draft', 'published') },
  { weight: 1, arbitrary: fc.constant('archived') },
)

const pictureText = fc.option(text(1000))
const metadata = { caption: pictureText, alt_text: pictureText, description: pictureText }
const picturePatch = fc.record({ full_size: webUrl, ...metadata }, { requiredKeys: [] })
const wholePicture = fc.record({ full_size: webUrl, ...metadata }, { requiredKeys: ['full_size'] })

const asField = (values: fc.Arbitrary<unknown>) =>
  fc.option(values, { freq: 4 }).map((value) => ({ sent: value, shown: value }))
const statusField = (values: fc.Arbitrary<string>) =>
  values.map((value) => ({ sent: value, shown: value }))

/** A start and an end, seldom in the wrong order. */
const period = fc.tuple(timestamp, timestamp, fc.nat(19)).map(([one, other, chance]) => {
  const inOrder = timeKey(one.shown ?? '') <= timeKey(other.shown ?? '')
  const [start_time, end_time] = inOrder === chance > 0 ? [one, other] : [other, one]
  return { start_time, end_time }
})

/** For POST and PUT. A required field that is missing is a fault. */
export function wholeBody(world: World, isNew: boolean): fc.Arbitrary<Body> {
  const {
    venue,
    category,
    title,
    start_time: _,
    end_time: __,
    ...optional
  } = fieldArbitraries(world)
  const fields = fc
    .tuple(
      fc.record({ venue, category, title } as Record<string, fc.Arbitrary<Fields[string]>>),
      period,
      sparse(
        {
          ...optional,
          publish_status: statusField(isNew ? firstStatus : publishStatus),
          featured_image: asField(wholePicture),
        },
        1,
      ),
    )
    .map((parts): Fields => Object.assign({}, ...parts))
  return fc.tuple(fields, wholeFaults, missing).map(bodyOf)
}

const missing = fc.oneof(
  { weight: 29, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray(REQUIRED, { minLength: 1, maxLength: 2 }) },
)

/** For PATCH: any fields, most often few. */
export function patchBody(world: World): fc.Arbitrary<Body> {
  const fields = sparse(
    {
      ...fieldArbitraries(world),
      publish_status: statusField(publishStatus),
      featured_image: asField(picturePatch),
    },
    9,
  )
  return fc.tuple(fields, patchFaults, fc.constant([])).map(bodyOf)
}

/** Each of them is left out `weight` times for one time that it is there. */
function sparse(
  arbitraries: Record<string, fc.Arbitrary<Fields[string]>>,
  weight: number,
): fc.Arbitrary<Fields> {
  const optional = Object.entries(arbitraries).map(([name, arbitrary]) =>
    fc
      .oneof(
        { withCrossShrink: true },
        { weight, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary },
      )
      .map((field) => (field === undefined ? {} : { [name]: field })),
  )
  return fc.tuple(...optional).map((parts): Fields => Object.assign({}, ...parts))
}

function bodyOf([fields, faults, left]: [Fields, readonly Fault[], readonly string[]]): Body {
  const sent = [
    ...Object.entries(fields).map(([name, field]) => [name, field.sent] as const),
    ...faults.map((fault) => [fault.name, fault.sent] as const),
  ].filter(([name]) => !left.includes(name))
  const pointers = faults.filter(({ name }) => !left.includes(name)).map(({ pointer }) => pointer)
  return {
    text: JSON.stringify(Object.fromEntries(sent)),
    isReadable: true,
    fields,
    faults: [...pointers, ...left.map((name) => `/${name}`)],
  }
}

/** Bodies that no schema is asked about, and where they are wrong. */
const unreadableBody: fc.Arbitrary<Body> = fc
  .constantFrom(
    ['', ''],
    ['{', ''],
    ['[]', ''],
    ['null', ''],
    ['"{}"', ''],
    ['{"title":"a","title":"a"}', '/title'],
    ['{"title":"\\u0000"}', '/title'],
    ['{"title":"\\ud83c"}', '/title'],
    ['{"price":0.10000000000000000001}', '/price'],
  )
  .map(([body = '', fault = '']) => ({
    text: body,
    isReadable: false,
    fields: {},
    faults: [fault],
  }))

/** As most bodies are, and now and then one that cannot be read. */
export function unreadableOr(body: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  return fc.oneof({ weight: 24, arbitrary: body }, { weight: 1, arbitrary: unreadableBody })
}
