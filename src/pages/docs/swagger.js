const page = document.getElementById('swagger-ui')

/** "Try it out" fills each field with its example. All filters of a list together would leave nothing of it. */
const emptyOptionalFields = () => ({
  statePlugins: {
    spec: {
      wrapSelectors: {
        parameterWithMetaByIdentity:
          (original) =>
          (...args) => {
            const parameter = original(...args)
            const isOptional = parameter?.get('in') === 'query' && !parameter.get('required')
            return isOptional ? parameter.delete('example') : parameter
          },
      },
    },
  },
})

SwaggerUIBundle({
  plugins: [emptyOptionalFields],
  domNode: page,
  url: page.dataset.document,
  // The header of the site replaces the top bar of Swagger UI.
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  // The theme with the contrast that WCAG requires.
  syntaxHighlight: { theme: 'obsidian' },
})

// Makes Swagger UI follow the colour scheme of the browser.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

// Adds names and keyboard access where Swagger UI has none.
const NAMES = {
  '#servers': () => 'Server',
  '.information-container': () => 'About the API',
  '.schemes-server-container': () => 'Servers',
  '[data-param-name] select': (element) => element.closest('tr').dataset.paramName,
  '.examples-select-element': () => 'Example',
  '.operation-filter-input': () => 'Filter by tag or path',
  '.filter-container': () => 'Filter',
  '.body-param__text': () => 'Body of the request',
  '.copy-to-clipboard > button': () => 'Copy',
  '.responses-table': (element) => `Responses of ${element.closest('.opblock').id}`,
}
const addMissing = () => {
  for (const [selector, nameOf] of Object.entries(NAMES)) {
    for (const element of page.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
      element.setAttribute('aria-label', nameOf(element))
    }
  }
  for (const element of page.querySelectorAll('.microlight:not([tabindex])')) element.tabIndex = 0
  // Outside of Swagger UI's own `main`, which has the operations only.
  for (const element of page.querySelectorAll(
    ':is(.information-container, .schemes-server-container, .filter-container):not([role])',
  )) {
    element.setAttribute('role', 'region')
  }
  // A sibling of the heading "Webhooks".
  page.querySelector('.models > h4')?.setAttribute('aria-level', '2')
  // Removes a link inside the button that opens the operation; the button changes the URL as well.
  for (const link of page.querySelectorAll('.opblock-summary-control a[href]')) {
    link.removeAttribute('href')
  }
}
new MutationObserver(addMissing).observe(page, { childList: true, subtree: true })
