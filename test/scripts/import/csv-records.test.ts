import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsvRecords, type CsvRecord } from '../../../scripts/import/csv-records.ts'

async function read(text: string | Buffer, pieces = 1): Promise<CsvRecord[]> {
  const bytes = Buffer.from(text)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const records: CsvRecord[] = []
  for await (const record of readCsvRecords(chunks())) records.push(record)
  return records
}

describe('CSV records', () => {
  it('span lines, end in CR LF, and have the line on which they start', async () => {
    expect(await read('\uFEFFa,b\r\n"x\r\ny",2\r\n\r\n3,"4"')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x\r\ny', '2'] },
      { line: 5, cells: ['3', '4'] },
    ])
  })

  it('keep quotes that the publisher forgot to double', async () => {
    expect(await read('"1","Oursler "Phantasmagoria"","http://x"\n"2","""B""","c"\n')).toEqual([
      { line: 1, cells: ['1', 'Oursler "Phantasmagoria"', 'http://x'] },
      { line: 2, cells: ['2', '"B"', 'c'] },
    ])
  })

  it('lose no line to a quote that is never closed', async () => {
    const after = Array.from({ length: 120 }, (_, n) => `${n},x`)
    const records = await read(['1,"open', ...after].join('\n'))
    expect(records[0]).toEqual({ line: 1, defect: 'a quote is not closed' })
    expect(records).toHaveLength(121)
    expect(records[120]).toEqual({ line: 121, cells: ['119', 'x'] })
  })

  it('reject a line alone when it is overlong or not UTF-8', async () => {
    const latin = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xe9]), Buffer.from('\nb\n')])
    expect(await read(latin)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, defect: 'the line is not valid UTF-8' },
      { line: 3, cells: ['b'] },
    ])
    expect(await read(`a\n"${'x'.repeat(1_100_000)}\nb\n`, 20)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, defect: 'the line is longer than 1 MiB' },
      { line: 3, cells: ['b'] },
    ])
  })

  it('are the written ones, however the bytes arrive', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' b') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 50 }), async (written, pieces) => {
        const text = written.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')
        const records = await read(text, pieces)
        expect(records.map((record) => 'cells' in record && record.cells)).toEqual(written)
      }),
      { numRuns: 300 },
    )
  })
})

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
