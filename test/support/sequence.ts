let last = 0

/** A number that no other builder of this test file gets, for names that must be unique. */
export function nextNumber(): number {
  last += 1
  return last
}
