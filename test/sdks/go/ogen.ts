import type { GoGenerator } from './go-sdk.ts'

export const ogen: GoGenerator = {
  name: 'ogen',
  version: '1.23.0',
  note: 'client only, which validates answers; go vet',
  module: 'github.com/ogen-go/ogen',
  command: 'cmd/ogen',
  args: ['-config', 'config.yaml', '-target', 'api', '-package', 'api', 'openapi.json'],
}
