// Has Swagger UI follow the reader's colour scheme.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

// What it leaves without a name or a way by keys, for readers who cannot see it or have no mouse.
const operationOf = (element) => element.closest('.opblock').id
const MISSING = [
  ['#servers', 'aria-label', () => 'Server'],
  ['[data-param-name] select', 'aria-label', (element) => element.closest('tr').dataset.paramName],
  ['.examples-select-element', 'aria-label', () => 'Example'],
  ['.body-param__text', 'aria-label', () => 'Body of the request'],
  ['.copy-to-clipboard > button', 'aria-label', () => 'Copy'],
  ['.responses-table', 'aria-label', (element) => `Responses of ${operationOf(element)}`],
  ['.microlight', 'tabindex', () => '0'],
]
const main = document.getElementById('swagger-ui')
const addMissing = () => {
  for (const [selector, attribute, valueFor] of MISSING) {
    for (const element of main.querySelectorAll(`:is(${selector}):not([${attribute}])`)) {
      element.setAttribute(attribute, valueFor(element))
    }
  }
  // A link within the button that opens the operation, which changes the address as the link would.
  for (const link of main.querySelectorAll('.opblock-summary-control a[href]')) {
    link.removeAttribute('href')
  }
}
main.setAttribute('role', 'main')
new MutationObserver(addMissing).observe(main, { childList: true, subtree: true })
