import {
  append,
  at,
  field,
  operation,
  parameter,
  remove,
  response,
  schema,
  type Draft,
  type Edits,
} from './edit.ts'

const EVENTS = '/events/'
const EVENT = '/events/{id}/'

/** Clients that are there notice none of these. */
export const HARMLESS_EDITS: Edits = {
  'nothing at all': () => {},
  'an operation is new': (contract) => {
    const { get } = at(contract, 'paths', '/tags/')
    at(contract, 'paths')['/styles/'] = {
      get: { ...(get as object), operationId: 'listStyles' },
    }
  },
  'a method is new': (contract) => {
    const { delete: deletion } = at(contract, 'paths', EVENT)
    at(contract, 'paths', EVENTS)['delete'] = {
      ...(deletion as object),
      operationId: 'deleteEvents',
    }
  },
  'an optional parameter is new': (contract) =>
    append(operation(contract, 'get', EVENTS), 'parameters', {
      name: 'city',
      in: 'query',
      description: 'City of the venue.',
      schema: { type: 'string' },
    }),
  'a required parameter becomes optional': (contract) => {
    parameter(contract, 'IfMatch')['required'] = false
  },
  'the maximum of a parameter is raised': (contract) => {
    at(parameter(contract, 'Limit'), 'schema')['maximum'] = 200
  },
  'a parameter takes another value': (contract) => {
    append(schema(contract, 'EventOrdering'), 'enum', 'title')
    append(schema(contract, 'EventOrdering'), 'x-enum-varnames', 'TITLE_ASC')
    append(schema(contract, 'EventOrdering'), 'x-enumNames', 'TITLE_ASC')
  },
  'a parameter in place is given a name': (contract) => {
    const { parameters } = operation(contract, 'get', EVENTS)
    const list = parameters as Draft[]
    const index = list.findIndex(({ name }) => name === 'ordering')
    at(contract, 'components', 'parameters')['EventOrderingKey'] = list[index]
    list[index] = { $ref: '#/components/parameters/EventOrderingKey' }
  },
  'a required field of a response is new': (contract) => {
    at(schema(contract, 'Event'), 'properties')['wheelchair_access'] = { type: 'boolean' }
    append(schema(contract, 'Event'), 'required', 'wheelchair_access')
  },
  'an open set of values grows': (contract) =>
    append(field(contract, 'Event', 'price_currency'), 'x-extensible-enum', 'UAH'),
  'an optional field of a request is new': (contract) => {
    at(schema(contract, 'VenueInput'), 'properties')['opening_hours'] = { type: 'string' }
  },
  'a request takes fields of any name': (contract) =>
    remove(schema(contract, 'VenueInput'), 'additionalProperties'),
  'a request body becomes optional': (contract) => {
    at(operation(contract, 'post', '/venues/'), 'requestBody')['required'] = false
  },
  'a request takes another media type': (contract) => {
    const content = at(operation(contract, 'post', EVENTS), 'requestBody', 'content')
    content['application/cbor'] = content['application/json']
  },
  'a response has another media type': (contract) => {
    at(response(contract, 'EventPage'), 'content')['text/html'] = { schema: { type: 'string' } }
  },
  'a response has another header': (contract) => {
    at(response(contract, 'EventPage'), 'headers')['Server-Timing'] = {
      description: 'Where the time went.',
      schema: { type: 'string' },
    }
  },
  'a response has a link': (contract) => {
    const parameters = { id: '$response.body#/id' }
    const created = response(contract, 'CreatedEvent')
    created['links'] = {
      ...(created['links'] as object),
      RetrieveLater: { operationId: 'retrieveEvent', parameters },
    }
  },
  'a header is always sent': (contract) => {
    at(contract, 'components', 'headers', 'RetryAfter')['required'] = true
  },
  'a status is new': (contract) => {
    at(operation(contract, 'get', EVENTS), 'responses')['425'] = {
      description: 'Too early.',
      content: at(response(contract, 'ServiceUnavailable'), 'content'),
    }
  },
  'less is asked for': (contract) => {
    operation(contract, 'post', EVENTS)['security'] = [{ BearerKey: [] }]
  },
  'a schema is new': (contract) => {
    at(contract, 'components', 'schemas')['Style'] = { type: 'object', properties: {} }
  },
  'a message to receivers is new': (contract) => {
    contract['webhooks'] = { message: { post: { responses: {} } } }
  },
  'a tag is new': (contract) =>
    append(contract, 'tags', { name: 'Styles', description: 'Styles of artworks.' }),
  'a server is new': (contract) =>
    append(contract, 'servers', { url: 'https://sandbox.art-marketplace.example/api/v1' }),
  'prose and examples are better': (contract) => {
    at(contract, 'info')['description'] = 'Better.'
    operation(contract, 'get', EVENTS)['summary'] = 'List the events'
    operation(contract, 'get', EVENTS)['description'] = 'Better.'
    parameter(contract, 'Limit')['description'] = 'Better.'
    parameter(contract, 'Limit')['example'] = 50
    field(contract, 'Event', 'title')['description'] = 'Better.'
    field(contract, 'Event', 'title')['examples'] = ['Better']
    response(contract, 'Event')['description'] = 'Better.'
    at(contract, 'components', 'examples', 'Venue', 'value')['name'] = 'Better'
    at(contract, 'tags', 0)['description'] = 'Better.'
  },
  'keys stand in another order': (contract) => {
    for (const node of [contract, at(contract, 'paths'), schema(contract, 'Event')]) reverse(node)
  },
  'an operation is deprecated': (contract) => {
    Object.assign(operation(contract, 'get', '/tags/'), MARK)
  },
  'a parameter is deprecated': (contract) => {
    Object.assign(parameter(contract, 'NameFilter'), MARK)
  },
  'an extension is new': (contract) => {
    operation(contract, 'get', EVENTS)['x-codeSamples'] = []
  },
}

const MARK = { deprecated: true, 'x-deprecated-since': '2026-12-01', 'x-sunset': '2027-12-01' }

function reverse(node: Draft): void {
  const entries = Object.entries(node).toReversed()
  for (const [key] of entries) remove(node, key)
  for (const [key, value] of entries) node[key] = value
}
