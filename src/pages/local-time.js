// Shows the times of an event in the reader's time zone below those of its venue. Without this script only those of its venue are shown.
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const styles = { dateStyle: 'long', timeStyle: 'short' }
for (const times of document.querySelectorAll('[data-local-time]')) {
  if (zone === undefined || zone === 'UTC') break
  const textIn = (timeZone) => {
    const format = new Intl.DateTimeFormat('en-GB', { ...styles, timeZone })
    const moments = Array.from(times.querySelectorAll('time'), ({ dateTime }) => new Date(dateTime))
    // A date that is the same stands there once.
    return format.formatRange(moments[0], moments.at(-1))
  }
  const text = textIn(zone)
  // The times of the venue stand there already.
  if (text === textIn(times.dataset.localTime)) continue
  const line = document.createElement('p')
  line.className = 'faint'
  line.textContent = `${text}, your time (${zone.replaceAll('_', ' ')})`
  times.after(line)
}
