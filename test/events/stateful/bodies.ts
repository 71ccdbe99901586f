import fc from 'fast-check'
import type { Body } from './body.ts'
import { patchFaults, wholeFaults, type Fault } from './faults.ts'
import { plain, sparse, type Fields } from './field.ts'
import { optionalFields, requiredFields } from './fields.ts'
import { text, webUrl } from './texts.ts'
import { period } from './timestamps.ts'
import { unreadableOr } from './unreadable-bodies.ts'
import type { World } from './world.ts'

const REQUIRED = ['venue', 'category', 'title', 'start_time', 'end_time']

const words = { caption: fc.option(text), alt_text: fc.option(text), description: fc.option(text) }
const picture = fc.record({ full_size: webUrl, ...words }, { requiredKeys: ['full_size'] })
const picturePatch = fc.record({ full_size: webUrl, ...words }, { requiredKeys: [] })

const states = fc.constantFrom('draft', 'published', 'archived')
const firstStates = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('draft', 'published') },
  { weight: 1, arbitrary: fc.constant('archived') },
)

/** For POST and PUT. A required field that is missing is a fault. */
export function wholeBody(world: World, isNew: boolean): fc.Arbitrary<Body> {
  const { venue, category, title } = requiredFields(world)
  const optional = {
    ...optionalFields,
    publish_status: plain(isNew ? firstStates : states),
    featured_image: plain(fc.option(picture, { freq: 4 })),
  }
  const parts = fc.tuple(fc.record({ venue, category, title }), period, sparse(optional, 1))
  const fields = parts.map((all): Fields => Object.assign({}, ...all))
  return unreadableOr(fc.tuple(fields, wholeFaults, missing).map(bodyOf))
}

const missing = fc.oneof(
  { weight: 29, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray(REQUIRED, { minLength: 1, maxLength: 2 }) },
)

/** For PATCH: any fields, most often few. */
export function patchBody(world: World): fc.Arbitrary<Body> {
  const optional = {
    ...requiredFields(world),
    ...optionalFields,
    publish_status: plain(states),
    featured_image: plain(fc.option(picturePatch, { freq: 4 })),
  }
  const parts = fc.tuple(sparse(optional, 9), patchFaults, fc.constant([]))
  return unreadableOr(parts.map(bodyOf))
}

/** @param absent names of fields that are left out though they are required. */
function bodyOf([fields, faults, absent]: [Fields, readonly Fault[], readonly string[]]): Body {
  const isSent = (name: string) => !absent.includes(name)
  const wrong = faults.filter(({ name }) => isSent(name))
  const sent = [
    ...Object.entries(fields).map(([name, field]) => [name, field.sent] as const),
    ...wrong.map((fault) => [fault.name, fault.sent] as const),
  ]
  return {
    text: JSON.stringify(Object.fromEntries(sent.filter(([name]) => isSent(name)))),
    isReadable: true,
    fields,
    faults: [...wrong.map(({ pointer }) => pointer), ...absent.map((name) => `/${name}`)],
  }
}
