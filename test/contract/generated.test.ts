import { describe, expect, it } from 'vitest'
import { contractTypes } from '../../scripts/generate/contract-types.ts'
import { downConvert } from '../../scripts/generate/down-convert.ts'
import { readText } from '../support/repository.ts'
import { document } from './document.ts'

// The service reads generated/v1.json, so a stale copy would be another contract.

describe('generated', () => {
  it('v1.json is the contract', () => {
    expect(JSON.parse(readText('generated/v1.json'))).toEqual(document)
  })

  it('v1.json keeps the order of the contract', () => {
    expect(readText('generated/v1.json')).toBe(`${JSON.stringify(document, null, 2)}\n`)
  })

  it('v1-3.0.json is generated from the contract', () => {
    expect(JSON.parse(readText('generated/v1-3.0.json'))).toEqual(downConvert(document))
  })

  it('v1.ts is generated from the contract', async () => {
    const text = readText('generated/v1.ts')
    expect(await contractTypes(document, text)).toBe(text)
  })
})
