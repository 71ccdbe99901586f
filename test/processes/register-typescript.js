import * as nodeModule from 'node:module'
import { load } from './typescript-hooks.js'

// Node 22.12 has no hooks but those in a thread of their own, which take as long as the modules themselves.
if (nodeModule.registerHooks === undefined) {
  nodeModule.register('./typescript-hooks.js', import.meta.url)
} else {
  nodeModule.registerHooks({ load })
}
