import { PROBLEMS, type ProblemCode } from '../problem.ts'
import { apiRoot } from './document.ts'

/**
 * The page of Swagger UI. It asks the host that it was itself loaded from, so that trying an
 * operation works under whatever name the service is reached.
 * @param prefix path of the public URL, without a slash at the end.
 */
export function swaggerPage(prefix: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Art Marketplace Listing Service</title>
<link rel="icon" href="${prefix}/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="${prefix}/docs/assets/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="${prefix}/docs/assets/swagger-ui-bundle.js"></script>
<script>
fetch('${prefix}/openapi/v1.json').then((answer) => answer.json()).then((spec) => {
  spec.servers = [{ url: location.origin + '${prefix}${apiRoot}', description: 'This service.' }]
  SwaggerUIBundle({ spec, dom_id: '#docs', deepLinking: true, displayRequestDuration: true,
    tryItOutEnabled: true, validatorUrl: null })
})
</script>
</body>
</html>
`
}

/** What a problem's \`type\` leads to (RFC 9457, section 3.1.1): what it is and how to mend it. */
export function problemPage(prefix: string, code: ProblemCode): string {
  const { status, title, mend } = PROBLEMS[code]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 10vh auto; padding: 0 1rem }
code { font-size: 0.95em }
</style>
</head>
<body>
<h1>${title}</h1>
<p>Code <code>${code}</code>, HTTP status ${status}.</p>
<p>${mend.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
<p><a href="${prefix}/docs">Documentation</a></p>
</body>
</html>
`
}
