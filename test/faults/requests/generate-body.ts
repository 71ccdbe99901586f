import type { Random } from '../../../scripts/demo/random.ts'
import { HOSTILE_BODIES, HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-values.ts'
import type { KnownBody } from './knowledge.ts'

const MAX_CHANGES = 3

/** A body that fits, with some fields changed to what fits too, to what does not, or to anything. */
export function writtenBody(random: Random, { valid, fields }: KnownBody, method: string): Buffer {
  const names = [...fields.keys()]
  const body: Record<string, unknown> =
    method === 'PATCH' ? {} : { ...valid, ...(random.chance(0.1) && { unknown_field: 1 }) }
  const raw = new Map<string, string>()
  const changes = random.between(method === 'PATCH' ? 1 : 0, MAX_CHANGES)
  for (let n = 0; n < changes; n += 1) {
    const name = random.pick(names)
    const values = fields.get(name)
    const roll = random.next()
    if (roll < 0.55 && values?.good.length) body[name] = random.pick(values.good)
    else if (roll < 0.8 && values?.bad.length) body[name] = random.pick(values.bad)
    else if (roll < 0.95) body[name] = random.pick(HOSTILE_TEXTS)
    else {
      const mark = `\u00abraw ${n}\u00bb`
      body[name] = mark
      raw.set(`"${mark}"`, random.pick(HOSTILE_JSON))
    }
  }
  if (method !== 'PATCH' && random.chance(0.1)) delete body[random.pick(names)]
  let text = JSON.stringify(body)
  for (const [mark, json] of raw) text = text.replace(mark, () => json)
  return Buffer.from(text)
}

export function hostileBody(random: Random): Buffer {
  return random.pick(HOSTILE_BODIES)
}
