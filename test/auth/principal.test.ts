import { describe, expect, it } from 'vitest'
import { hasScope, isAdmin, isScope, SCOPES, type Scope } from '../../src/auth/principal.ts'

const of = (...scopes: Scope[]) => ({ userId: '5f0c', scopes })

describe('a scope', () => {
  it.each(SCOPES)('allows only itself, unless it is admin: %s', (scope) => {
    const allowed = SCOPES.filter((each) => hasScope(of(scope), each))
    expect(allowed).toEqual(scope === 'admin' ? SCOPES : [scope])
  })

  it('is found among several scopes', () => {
    expect(hasScope(of('artworks:write', 'events:write'), 'events:write')).toBe(true)
    expect(hasScope(of(), 'events:write')).toBe(false)
  })

  it('makes only the scope admin an admin', () => {
    expect(isAdmin(of('events:write', 'admin'))).toBe(true)
    expect(isAdmin(of('events:write', 'artworks:write'))).toBe(false)
  })

  it.each(['', 'ADMIN', 'events:read', 'toString'])('is not %o', (text) => {
    expect(isScope(text)).toBe(false)
  })
})
