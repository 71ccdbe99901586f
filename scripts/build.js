// `npm run build`: compiles the sources to dist/, which every task but this one does by itself when it is stale.
import { compile } from './compile.js'

const USAGE = `Usage: npm run build

Compiles the sources to dist/. node dist/src/main.js then starts the service. npm test checks the types.`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(USAGE)
} else if (args.length > 0) {
  console.error(`"${args.join(' ')}" is no option.\n\n${USAGE}`)
  process.exitCode = 2
} else {
  await compile()
  console.log('Built dist/.')
}
