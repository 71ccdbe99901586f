import type { GoGenerator } from './go-sdk.ts'

export const oapiCodegen: GoGenerator = {
  name: 'oapi-codegen',
  version: '2.8.2',
  note: 'nullable-type, always-prefix-enum-values; go vet',
  module: 'github.com/oapi-codegen/oapi-codegen/v2',
  command: 'cmd/oapi-codegen',
  args: ['-config', 'config.yaml', 'openapi.json'],
}
