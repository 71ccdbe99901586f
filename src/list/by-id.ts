/** Rows of a query by their id, to put a page back into its order. */
export function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** @throws when a row that a foreign key promises is not there. */
export function required<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id)
  if (row === undefined) throw new Error(`No row has the id ${id}`)
  return row
}
