// Sends what a reader has entered into the other forms of the filters, too. Without this script, each form is sent alone.
const forms = Array.from(document.querySelectorAll('.filters form'))
const fieldsOf = (form) => Array.from(form.querySelectorAll('fieldset input, fieldset select'))
const isOther = (option) => option.selected !== option.defaultSelected
// A unit or a currency says nothing without a filter: its form has a link that takes the filter away, if there is one.
const isEntered = (form) =>
  fieldsOf(form).some((field) =>
    field.matches('select')
      ? form.querySelector('fieldset a') !== null && Array.from(field.options).some(isOther)
      : field.value !== field.defaultValue,
  )
// Of two bounds, one is enough. Without this script, the other one leaves out no value.
const boundsOf = (form) =>
  fieldsOf(form).filter(({ name }) => /_m(?:in|ax)$|^(?:starts|ends)_/.test(name))
for (const bounds of forms.map(boundsOf)) {
  const [first] = bounds
  const requireOne = () => {
    for (const bound of bounds)
      bound.required = bound === first && bounds.every(({ value }) => value === '')
  }
  for (const bound of bounds) {
    if (bound.defaultValue === (bound.name.endsWith('_min') ? bound.min : bound.max))
      bound.defaultValue = ''
    bound.addEventListener('input', requireOne)
  }
  // A browser that goes back puts what was entered into the fields after this script has run.
  addEventListener('pageshow', requireOne)
}
for (const form of forms) {
  const othersEntered = () => forms.filter((other) => other !== form && isEntered(other))
  form.addEventListener('submit', (event) => {
    if (!othersEntered().every((other) => other.reportValidity())) event.preventDefault()
  })
  form.addEventListener('formdata', ({ formData }) => {
    for (const { name, value } of othersEntered().flatMap(fieldsOf)) formData.set(name, value)
    for (const { name, value } of forms.flatMap(boundsOf)) if (value === '') formData.delete(name)
  })
  // Widths and heights have one unit.
  form.addEventListener('change', ({ target }) => {
    for (const field of forms.flatMap(fieldsOf))
      if (target.matches('select') && field.name === target.name) field.value = target.value
  })
}
