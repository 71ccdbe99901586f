// Shows the times of an event in the reader's time zone below those of its venue. Without this script only those of its venue are shown.
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
for (const times of document.querySelectorAll('[data-local-time]')) {
  if (zone === undefined || zone === 'UTC') break
  const texts = Array.from(times.querySelectorAll('time'), ({ dateTime }) =>
    format.format(new Date(dateTime)),
  )
  const line = document.createElement('p')
  line.className = 'faint'
  line.textContent = `${texts.join(' – ')}, your time (${zone.replaceAll('_', ' ')})`
  times.after(line)
}
