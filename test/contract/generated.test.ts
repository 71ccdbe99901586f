import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedContract } from '../../scripts/generate/published-contract.ts'
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

  it.each([
    ['\npaths: { /new/: {} }', 'nothing refers to /paths/~1new~1. Name it in `paths`'],
    [
      '\ncomponents: { examples: { New: {} } }',
      'nothing refers to /components/examples/New. Remove it',
    ],
    ['\nnew: [{}]', 'nothing refers to /new. Remove it'],
  ])(
    'lack no part of the sources: generate names one to which nothing refers, such as %j',
    async (text, message) => {
      const root = await mkdtemp(path.join(tmpdir(), 'art-marketplace-contract-'))
      try {
        await cp('openapi', path.join(root, 'openapi'), { recursive: true })
        await appendFile(path.join(root, 'openapi/v1/new.yaml'), text)
        expect(() => publishedContract(root)).toThrow(`openapi/v1/new.yaml: ${message}`)
      } finally {
        await rm(root, { recursive: true })
      }
    },
  )
})
