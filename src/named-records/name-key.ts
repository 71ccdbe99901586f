/**
 * Equal for names that are one: they differ only in case, in composed and decomposed characters, in blanks at their ends, or
 * in what nobody sees. To upper case and back is the case folding of Unicode.
 */
export function nameKey(name: string): string {
  const visible = name
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]+/gu, '')
    .trim()
  return visible.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}
