/** A value of a record as a request has it: a record that it embeds by its id, a country by its code, a user by name. */
export function sentForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentForm)
  if (typeof value !== 'object' || value === null) return value
  const { username, code, id } = value as Readonly<Record<string, unknown>>
  return username ?? code ?? id
}
