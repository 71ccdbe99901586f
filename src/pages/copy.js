// Adds a copy button to elements with `data-copy`. Without this script the text can be selected.
for (const source of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard === undefined) break
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  const name = source.dataset.copy
  const say = (text) => {
    button.textContent = text
  }
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(source.textContent).then(
      () => say('Copied'),
      () => say('Not allowed to copy'),
    )
    setTimeout(say, 2000, name)
  })
  // Screen readers announce a change.
  button.setAttribute('aria-live', 'polite')
  say(name)
  source.before(button)
}
