import { bodyOf, type Answer } from '../judge/answer.ts'
import type { Trial } from '../run/trial.ts'

/** Notes which fields of a body the errors of an answer do not point to. */
export function checkPointers(
  trial: Trial,
  answer: Answer,
  names: readonly string[],
  place: string,
): void {
  if (answer.status < 400) return
  const pointers = pointersOf(answer)
  const missing = names.filter((name) => !pointers.includes(`/${name}`))
  const message = `errors do not point to ${missing.join(', ')}`
  trial.claim(missing.length === 0, message, place, answer)
}

export function pointersOf(answer: Answer): string[] {
  const { errors = [] } = (bodyOf(answer) ?? {}) as { errors?: readonly { pointer?: string }[] }
  return errors.flatMap(({ pointer }) => pointer ?? [])
}
