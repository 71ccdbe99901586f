/**
 * Equal for equal names (contract, response `UnprocessableContent`). Lower case, upper case and back approximates the full
 * case folding of Unicode, which JavaScript lacks.
 */
export function nameKey(name: string): string {
  const visible = name
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]+/gu, '')
    .trim()
  return visible.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}
