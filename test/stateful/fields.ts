import fc from 'fast-check'
import { visibleText } from '../records/texts.ts'
import { fromEnd, livingOf, type Collection, type Model } from './model.ts'

/** A value in a request, and the same in the record. */
export interface Field<Shown = unknown> {
  readonly sent: unknown
  /** Undefined for a reference to a missing record. */
  readonly shown: Shown | undefined
  /** JSON Pointers of references to missing records, below the field. */
  readonly unknown?: readonly string[]
}

/** The fields of a request by their names. */
export type Fields = Readonly<Record<string, Field>>

type FieldSource = Field | ((model: Model) => Field)
export type FieldSources = Readonly<Record<string, FieldSource>>

export function resolved(sources: FieldSources, model: Model): Fields {
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [
      name,
      typeof source === 'function' ? source(model) : source,
    ]),
  )
}

export type FieldArbitrary = fc.Arbitrary<Field>
export type FieldArbitraries = Readonly<Record<string, fc.Arbitrary<FieldSource>>>

/** Values that are the same in the record. */
export function plain(values: fc.Arbitrary<unknown>): FieldArbitrary {
  return values.map((value) => ({ sent: value, shown: value }))
}

function orNull(values: FieldArbitrary): FieldArbitrary {
  return fc.oneof(
    { weight: 1, arbitrary: plain(fc.constant(null)) },
    { weight: 3, arbitrary: values },
  )
}

/** Values that a placeholder replaces. */
export function masked(values: fc.Arbitrary<string>, placeholder: string): FieldArbitrary {
  return orNull(values.map((sent) => ({ sent, shown: sent && placeholder })))
}

/** The fields as the record shows them. */
export function shownFields({
  fields,
}: {
  readonly fields: Fields
}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, { shown }]) => [name, shown]))
}

/** Any of the fields, each omitted `weight` times for each time that it is present. */
export function sparse(arbitraries: FieldArbitraries, weight: number): fc.Arbitrary<FieldSources> {
  const optional = Object.entries(arbitraries).map(([name, arbitrary]) =>
    fc
      .oneof(
        { withCrossShrink: true },
        { weight, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary },
      )
      .map((field) => (field === undefined ? {} : { [name]: field })),
  )
  return joined(...optional)
}

/** The field itself names a missing record. */
export const UNKNOWN = { shown: undefined, unknown: [''] }
const UNKNOWN_ID = { ...UNKNOWN, sent: 2_147_483_647 }

/** The id of one of the records, which the record embeds; rarely a missing one. */
export function idOf(records: readonly { readonly id: number }[]): FieldArbitrary {
  const known = fc.constantFrom(...records).map((shown) => ({ sent: shown.id, shown }))
  return fc.oneof(
    { weight: 30, arbitrary: known },
    { weight: 1, arbitrary: fc.constant(UNKNOWN_ID) },
  )
}

/** All the fields together. */
export function joined(
  ...parts: readonly fc.Arbitrary<FieldSources>[]
): fc.Arbitrary<FieldSources> {
  return fc.tuple(...parts).map((all): FieldSources => Object.assign({}, ...all))
}

/** The id of a record of the model, counted from the newest; rarely a missing one. */
export function referenceTo(name: Collection): fc.Arbitrary<FieldSource> {
  const known = fc.nat(3).map((index) => (model: Model) => {
    const id = fromEnd(livingOf(model, name), index)?.item.id
    return id === undefined ? UNKNOWN_ID : { sent: id, shown: id }
  })
  return fc.oneof(
    { weight: 30, arbitrary: known },
    { weight: 1, arbitrary: fc.constant(UNKNOWN_ID) },
  )
}

/** Ids of records of the model in any order, rarely with a missing one. @param inRecord the order in the record. */
export function referencesTo(
  name: Collection,
  inRecord: (ids: readonly number[]) => readonly number[],
): fc.Arbitrary<FieldSource> {
  const isComplete = fc.nat(30).map((chance) => chance > 0)
  return fc
    .tuple(fc.array(fc.nat(4), { maxLength: 3 }), isComplete)
    .map(([indices, complete]) => (model: Model) => {
      const found = indices.flatMap((index) => fromEnd(livingOf(model, name), index) ?? [])
      const ids = [...new Set(found.map(({ item }) => item.id))]
      if (complete) return { sent: ids, shown: inRecord(ids) }
      return { sent: [UNKNOWN_ID.sent, ...ids], shown: undefined, unknown: ['/0'] }
    })
}

/** Often one of a few, so that slugs are taken; otherwise any that is valid. */
export const title: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Northern Light', 'NORTHERN light!', '静物', 'a'.repeat(300)),
  },
  { weight: 2, arbitrary: visibleText },
)

/** A text that sorts like the time. */
export function timeKey(shown: string): string {
  return shown.length === 20 ? shown.replace('Z', '.000000Z') : shown
}
