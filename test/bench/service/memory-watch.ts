import { startService, type Service } from './service.ts'

export interface MemoryWatch {
  /** Runs `use` with a service process on this database, and stops it. */
  withService<Result>(
    databaseUrl: string,
    use: (service: Service) => Promise<Result>,
  ): Promise<Result>
  /** The most that any of them has had resident. */
  peakBytes(): number
}

export function memoryWatch(): MemoryWatch {
  let peak = 0
  return {
    async withService(databaseUrl, use) {
      const service = await startService(databaseUrl)
      try {
        const result = await use(service)
        peak = Math.max(peak, await service.peakRssBytes())
        return result
      } finally {
        await service.stop()
      }
    },
    peakBytes: () => peak,
  }
}
