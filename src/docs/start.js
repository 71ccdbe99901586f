// Shows the contract. It asks the host that the page was itself loaded from, so that trying an operation
// works under whatever name the service is reached.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

const { document: documentUrl, api } = document.getElementById('docs').dataset
const answer = await fetch(documentUrl)
const spec = await answer.json()
spec.servers = [{ url: location.origin + api, description: 'This service.' }]
window.SwaggerUIBundle({
  spec,
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
})
