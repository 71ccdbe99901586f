import pg from 'pg'

type Table = 'artworks' | 'events'

/** Changes single rows by SQL, each in its own transaction. */
export interface RowWriter {
  /** Copies the row with all its sort keys. @returns the new id. */
  copyRow(table: Table, id: number): Promise<number>
  deleteRow(table: Table, id: number): Promise<void>
  setColumn(table: Table, id: number, column: string, value: unknown): Promise<void>
  /** Changes the price of an artwork that shows it. */
  setShownPrice(id: number, price: number): Promise<void>
  setStatus(table: Table, id: number, status: 'published' | 'archived'): Promise<void>
  close(): Promise<void>
}

const CONNECTIONS = 4

export async function createRowWriter(databaseUrl: string): Promise<RowWriter> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  pool.on('error', () => {})
  const columns = {
    artworks: await selectCopiedColumns(pool, 'artworks'),
    events: await selectCopiedColumns(pool, 'events'),
  }
  const run = async (text: string, values: readonly unknown[]): Promise<void> => {
    await pool.query(text, [...values])
  }
  return {
    async copyRow(table, id) {
      const { rows } = await pool.query<{ id: number }>(
        `INSERT INTO ${table} (slug, ${columns[table]})
         SELECT 'bench-' || gen_random_uuid(), ${columns[table]} FROM ${table} WHERE id = $1
         RETURNING id`,
        [id],
      )
      const [copy] = rows
      if (copy === undefined) throw new Error(`${table} has no row ${id}`)
      return copy.id
    },
    deleteRow: (table, id) => run(`DELETE FROM ${table} WHERE id = $1`, [id]),
    setColumn: (table, id, column, value) =>
      run(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, value]),
    setShownPrice: (id, price) =>
      run(
        `UPDATE artworks SET price = $2, price_display = 'show price', min_price = NULL,
           max_price = NULL WHERE id = $1`,
        [id, price],
      ),
    setStatus: (table, id, status) =>
      run(`UPDATE ${table} SET publish_status = $2 WHERE id = $1`, [id, status]),
    close: () => pool.end(),
  }
}

/** All columns that a writer can set, except unique ones. */
async function selectCopiedColumns(pool: pg.Pool, table: Table): Promise<string> {
  const { rows } = await pool.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
       AND attname NOT IN ('id', 'slug')`,
    [table],
  )
  return rows[0]?.columns ?? ''
}
