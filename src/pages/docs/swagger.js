// Makes Swagger UI follow the colour scheme of the browser.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

// Adds names and keyboard access where Swagger UI has none.
const NAMES = {
  '#servers': () => 'Server',
  '[data-param-name] select': (element) => element.closest('tr').dataset.paramName,
  '.examples-select-element': () => 'Example',
  '.body-param__text': () => 'Body of the request',
  '.copy-to-clipboard > button': () => 'Copy',
  '.responses-table': (element) => `Responses of ${element.closest('.opblock').id}`,
}
const main = document.getElementById('swagger-ui')
const addMissing = () => {
  for (const [selector, nameOf] of Object.entries(NAMES)) {
    for (const element of main.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
      element.setAttribute('aria-label', nameOf(element))
    }
  }
  for (const element of main.querySelectorAll('.microlight:not([tabindex])')) element.tabIndex = 0
  // Removes a link inside the button that opens the operation; the button changes the URL as well.
  for (const link of main.querySelectorAll('.opblock-summary-control a[href]')) {
    link.removeAttribute('href')
  }
}
main.setAttribute('role', 'main')
new MutationObserver(addMissing).observe(main, { childList: true, subtree: true })
