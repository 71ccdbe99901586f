import { describe, expect, it } from 'vitest'
import { byId, required } from '../../src/list/by-id.ts'

describe('byId', () => {
  it('finds each row by its id', () => {
    const rows = byId([
      { id: 7, name: 'seven' },
      { id: 3, name: 'three' },
    ])
    expect(required(rows, 3)).toEqual({ id: 3, name: 'three' })
    expect(rows.size).toBe(2)
  })

  it('tells which row is not there', () => {
    expect(() => required(byId([{ id: 7 }]), 8)).toThrow('No row has the id 8')
  })
})
