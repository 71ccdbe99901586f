import { describe, expect, it } from 'vitest'
import { DEPRECATIONS_PATH, type Deprecation } from '../../../src/contract/deprecation.ts'
import { DeprecationsView } from '../../../src/pages/docs/deprecations-view.tsx'
import { renderHtml } from '../../../src/pages/layout.tsx'
import { useService } from '../../support/app.ts'

const test = useService()
const site = { url: 'https://art.example/art', prefix: '/art', api: '/art/api/v1' }

function pageOf(deprecations: readonly Deprecation[]): string {
  return renderHtml(<DeprecationsView site={site} path="/art/docs" deprecations={deprecations} />)
}

describe('GET /docs/deprecations', () => {
  it('states that nothing is deprecated today', async () => {
    const response = await test.send({ url: DEPRECATIONS_PATH })
    expect(response.status).toBe(200)
    expect(response.text).toContain('Nothing is deprecated today.')
  })

  it('shows the kind, the dates and the replacement of each', () => {
    const html = pageOf([
      {
        kind: 'parameter',
        name: 'sort',
        operations: ['listEvents', 'listVenues'],
        since: '2026-12-01',
        sunset: '2027-12-01',
        description: 'Use `ordering`.',
      },
    ])
    expect(html).toContain('parameter <code>sort</code> of listEvents, listVenues')
    expect(html).toContain('<time datetime="2026-12-01">2026-12-01</time>')
    expect(html).toContain('<time datetime="2027-12-01">2027-12-01</time>')
    expect(html).toContain('Use <code>ordering</code>.')
    expect(html).not.toContain('Nothing is deprecated')
  })
})
