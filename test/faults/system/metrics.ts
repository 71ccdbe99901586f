/**
 * The sum of all samples of a metric, as the admin listener reports it (Prometheus' text
 * format 0.0.4). @throws when there is none of that name.
 */
export async function readMetric(adminUrl: string, name: string): Promise<number> {
  const response = await fetch(`${adminUrl}/metrics`)
  const text = await response.text()
  const samples = text
    .split('\n')
    .filter((line) => line.startsWith(name) && /^[ {]/.test(line.slice(name.length)))
  if (samples.length === 0) throw new Error(`${adminUrl}/metrics has no ${name}`)
  return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
