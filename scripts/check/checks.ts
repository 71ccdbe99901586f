export interface Check {
  readonly name: string
  /** `node`, or one of the programs that the project installs. */
  readonly program: string
  readonly args: readonly string[]
  /** Whether `npm run test:quick` asks it as well. */
  readonly isQuick?: boolean
}

/** What must hold besides the tests. `types` and `format` keep a cache, so that a second run is shorter. */
export const CHECKS: readonly Check[] = [
  {
    name: 'generated files are fresh',
    program: 'node',
    args: ['dist/scripts/generate.js', '--check'],
    isQuick: true,
  },
  {
    name: 'contract fits the OpenAPI 3.1 schema',
    program: 'validate-api',
    args: ['generated/v1.json'],
  },
  {
    name: '3.0.3 copy fits the OpenAPI 3.0 schema',
    program: 'validate-api',
    args: ['generated/v1-3.0.json'],
  },
  {
    name: 'contract and 3.0.3 copy pass Redocly, recommended-strict and more',
    program: 'redocly',
    args: ['lint', 'openapi/v1.yaml', 'generated/v1-3.0.json'],
  },
  {
    name: 'contract and 3.0.3 copy pass Spectral, oas',
    program: 'spectral',
    args: ['lint', 'openapi/v1.yaml', 'generated/v1-3.0.json', '--fail-severity=hint'],
  },
  {
    name: 'contract breaks nothing that was released',
    program: 'node',
    args: ['dist/scripts/compatibility.js'],
  },
  {
    name: 'deprecations are announced in time',
    program: 'node',
    args: ['dist/scripts/deprecations.js'],
  },
  {
    name: 'changelog tells the changes of the contract',
    program: 'node',
    args: ['dist/scripts/changelog.js', '--check'],
  },
  {
    name: 'types',
    program: 'tsc',
    args: [
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
    ],
    isQuick: true,
  },
  {
    name: 'lint',
    program: 'oxlint',
    args: ['--type-aware', '--deny-warnings'],
    isQuick: true,
  },
  {
    name: 'format',
    program: 'prettier',
    args: ['--check', '--cache', '--cache-strategy=content', '.'],
  },
]
