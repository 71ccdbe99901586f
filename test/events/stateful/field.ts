import fc from 'fast-check'

/** A value as a request writes it, and as the record shows it then. */
export interface Field<Shown = unknown> {
  readonly sent: unknown
  /** Undefined for the name of something that is not there, such as an unknown id. */
  readonly shown: Shown | undefined
}

/** The fields of a request by their names. */
export type Fields = Readonly<Record<string, Field>>

export type FieldArbitrary = fc.Arbitrary<Field>
export type FieldArbitraries = Readonly<Record<string, FieldArbitrary>>

/** Values that are shown as they are sent. */
export function plain(values: fc.Arbitrary<unknown>): FieldArbitrary {
  return values.map((value) => ({ sent: value, shown: value }))
}

export function orNull(values: FieldArbitrary): FieldArbitrary {
  return fc.oneof(
    { weight: 1, arbitrary: plain(fc.constant(null)) },
    { weight: 3, arbitrary: values },
  )
}

/** Values of which nobody is shown more than that there is one. */
export function masked(values: fc.Arbitrary<string>, placeholder: string): FieldArbitrary {
  return orNull(values.map((sent) => ({ sent, shown: sent && placeholder })))
}

/** Any of the fields, each of them left out `weight` times for one time that it is there. */
export function sparse(arbitraries: FieldArbitraries, weight: number): fc.Arbitrary<Fields> {
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
