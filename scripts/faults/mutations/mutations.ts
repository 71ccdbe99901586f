import { DATABASE_MUTATIONS } from './database-mutations.ts'
import { HTTP_MUTATIONS } from './http-mutations.ts'
import { LIMITS_MUTATIONS } from './limits-mutations.ts'
import { PROCESS_MUTATIONS } from './process-mutations.ts'
import { SEVERAL_PROCESSES_MUTATIONS } from './several-processes-mutations.ts'
import type { Mutation } from './mutation.ts'

/** Every defence whose loss a test notices; that keys are compared in constant time none can. */
export const MUTATIONS: readonly Mutation[] = [
  ...DATABASE_MUTATIONS,
  ...HTTP_MUTATIONS,
  ...PROCESS_MUTATIONS,
  ...LIMITS_MUTATIONS,
  ...SEVERAL_PROCESSES_MUTATIONS,
]
