import type { Mutation } from './mutation.ts'

export const PROCESS_MUTATIONS: readonly Mutation[] = [
]
