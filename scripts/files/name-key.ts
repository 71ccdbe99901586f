/** Equal for names that identify one record: they differ in case, in blanks at their ends, or in what nobody sees. */
export function nameKey(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase()
}
