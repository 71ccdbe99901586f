import type { Sdk } from '../sdk.ts'

/** A generator whose steps succeed without doing anything. */
export function fakeSdk(of: Partial<Sdk> = {}): Sdk {
  const nothing = (): Promise<void> => Promise.resolve()
  return {
    generator: 'fake',
    version: '1.0.0',
    language: 'Go',
    note: 'plain',
    programs: [],
    install: nothing,
    build: nothing,
    run: nothing,
    ...of,
  }
}
