import {
  append,
  at,
  drop,
  field,
  operation,
  parameter,
  remove,
  rename,
  renameComponent,
  response,
  schema,
  type Draft,
  type Edits,
} from './edit.ts'

const EVENTS = '/events/'
const EVENT = '/events/{id}/'

/** Each breaks clients that are there, in another way. */
export const BREAKING_EDITS: Edits = {
  'a path is removed': (contract) => remove(at(contract, 'paths'), '/tags/'),
  'a path is renamed': (contract) => rename(at(contract, 'paths'), '/venues/', '/places/'),
  'the slash at the end of a path is dropped': (contract) =>
    rename(at(contract, 'paths'), EVENTS, '/events'),
  'a method is removed': (contract) => remove(at(contract, 'paths', EVENT), 'delete'),
  'a method is another': (contract) => rename(at(contract, 'paths', EVENT), 'patch', 'post'),
  'an operationId is renamed': (contract) => {
    operation(contract, 'get', EVENTS)['operationId'] = 'fetchEvents'
  },
  'an operation has another tag': (contract) => {
    operation(contract, 'get', EVENTS)['tags'] = ['Venues']
  },
  'what anybody could read needs a credential': (contract) => {
    operation(contract, 'get', EVENTS)['security'] = [{ BearerKey: [] }]
  },
  'a credential is asked for': (contract) => {
    operation(contract, 'get', '/venues/')['security'] = [{ BearerKey: [] }]
  },
  'another scope is asked for': (contract) => {
    operation(contract, 'post', EVENTS)['security'] = [{ BearerKey: ['admin'] }]
  },
  'one more scope is asked for': (contract) =>
    append(at(operation(contract, 'post', EVENTS), 'security', 0), 'BearerKey', 'artworks:write'),
  'the kind of credential is another': (contract) => {
    at(contract, 'components', 'securitySchemes', 'BearerKey')['scheme'] = 'basic'
  },
  'the credential is found elsewhere': (contract) => {
    at(contract, 'components', 'securitySchemes', 'BearerKey')['openIdConnectUrl'] = '/oidc'
  },
  'a parameter is removed': (contract) => {
    const list = operation(contract, 'get', EVENTS)
    list['parameters'] = (list['parameters'] as object[]).filter(
      (each) => !('$ref' in each && each.$ref === '#/components/parameters/StatusFilter'),
    )
  },
  'parameters stand in another order': (contract) => {
    const list = operation(contract, 'get', EVENTS)
    list['parameters'] = (list['parameters'] as object[]).toReversed()
  },
  'a new parameter stands before the others': (contract) => {
    const list = operation(contract, 'get', EVENTS)
    const city = { name: 'city', in: 'query', description: 'A city.', schema: { type: 'string' } }
    list['parameters'] = [city, ...(list['parameters'] as object[])]
  },
  'a parameter is renamed': (contract) => {
    parameter(contract, 'NameFilter')['name'] = 'name_contains'
  },
  'a parameter moves to the headers': (contract) => {
    parameter(contract, 'NameFilter')['in'] = 'header'
  },
  'a required parameter is new': (contract) =>
    append(operation(contract, 'get', EVENTS), 'parameters', {
      name: 'city',
      in: 'query',
      required: true,
      description: 'City of the venue.',
      schema: { type: 'string' },
    }),
  'a parameter becomes required': (contract) => {
    parameter(contract, 'NameFilter')['required'] = true
  },
  'the maximum of a parameter is lowered': (contract) => {
    at(parameter(contract, 'Limit'), 'schema')['maximum'] = 50
  },
  'the minimum of a parameter is raised': (contract) => {
    at(parameter(contract, 'Limit'), 'schema')['minimum'] = 10
  },
  'the default of a parameter is another': (contract) => {
    at(parameter(contract, 'Limit'), 'schema')['default'] = 20
  },
  'the default of a named schema is another': (contract) => {
    schema(contract, 'EventOrdering')['default'] = 'start_time'
  },
  'a value of a parameter is removed': (contract) => {
    drop(schema(contract, 'EventOrdering'), 'enum', '-end_time')
    drop(schema(contract, 'EventOrdering'), 'x-enum-varnames', 'END_TIME_DESC')
    drop(schema(contract, 'EventOrdering'), 'x-enumNames', 'END_TIME_DESC')
  },
  'a value is renamed in SDKs': (contract) => {
    at(schema(contract, 'EventOrdering'), 'x-enum-varnames')[0] = 'START_TIME'
  },
  'values stand in another order': (contract) => {
    const format = schema(contract, 'RepresentationFormat')
    format['enum'] = (format['enum'] as string[]).toReversed()
  },
  'a schema is renamed': (contract) =>
    renameComponent(contract, 'schemas', 'NameOrdering', 'NamedRecordOrdering'),
  'a response is renamed': (contract) =>
    renameComponent(contract, 'responses', 'NotFound', 'Missing'),
  'a parameter component is renamed': (contract) =>
    renameComponent(contract, 'parameters', 'Limit', 'PageSize'),
  'a header component is renamed': (contract) =>
    renameComponent(contract, 'headers', 'XRequestId', 'RequestId'),
  'an example is renamed': (contract) => renameComponent(contract, 'examples', 'Venue', 'AVenue'),
  'a named schema is described in place': (contract) => {
    const results = at(schema(contract, 'EventPage'), 'properties', 'results')
    results['items'] = { ...schema(contract, 'Event') }
  },
  'a named set of values is described in place': (contract) => {
    const list = operation(contract, 'get', EVENTS)['parameters'] as Draft[]
    const ordering = list.find(({ name }) => name === 'ordering') ?? {}
    ordering['schema'] = { ...schema(contract, 'EventOrdering') }
  },
  'fields stand in another order': (contract) => {
    const tag = schema(contract, 'Tag')
    tag['properties'] = Object.fromEntries(Object.entries(at(tag, 'properties')).toReversed())
  },
  'a new field stands before others': (contract) => {
    const tag = schema(contract, 'Tag')
    tag['properties'] = { colour: { type: 'string' }, ...at(tag, 'properties') }
  },
  'a schema is called as the constructor of another': (contract) => {
    at(contract, 'components', 'schemas')['NewEvent'] = { type: 'object', properties: {} }
  },
  'a schema is called as another, but for its case': (contract) => {
    at(contract, 'components', 'schemas')['EVENT'] = { type: 'object', properties: {} }
  },
  'an operation is called as another, but for its punctuation': (contract) => {
    const { get } = at(contract, 'paths', '/tags/')
    at(contract, 'paths')['/styles/'] = { get: { ...(get as object), operationId: 'list_tags' } }
  },
  'a field has another named schema': (contract) => {
    at(field(contract, 'Event', 'venue'))['$ref'] = '#/components/schemas/Gallery'
  },
  'a field of a response has another format': (contract) => {
    field(contract, 'Artwork', 'id')['format'] = 'int32'
  },
  'a field of a response loses its format': (contract) =>
    remove(field(contract, 'Event', 'start_time'), 'format'),
  'a known value of a response is removed': (contract) =>
    drop(field(contract, 'Event', 'price_currency'), 'x-extensible-enum', 'ZAR'),
  'an open set of values is closed': (contract) => {
    const currency = field(contract, 'Event', 'price_currency')
    currency['enum'] = currency['x-extensible-enum']
    remove(currency, 'x-extensible-enum')
  },
  'a status is removed': (contract) =>
    remove(at(operation(contract, 'get', EVENT), 'responses'), '404'),
  'the status of a success is another': (contract) =>
    rename(at(operation(contract, 'post', EVENTS), 'responses'), '201', '200'),
  'a second status is a success': (contract) => {
    const { responses } = operation(contract, 'post', EVENTS)
    Object.assign(responses as Draft, { 202: { description: 'Later.' } })
  },
  'any other status is described': (contract) => {
    const { responses } = operation(contract, 'post', EVENTS)
    Object.assign(responses as Draft, { default: { description: 'Whatever.' } })
  },
  'a status has another response': (contract) => {
    const responses = at(operation(contract, 'get', EVENT), 'responses')
    responses['405'] = { $ref: '#/components/responses/NotAcceptable' }
  },
  'a named response is described in place': (contract) => {
    const responses = at(operation(contract, 'get', EVENT), 'responses')
    responses['404'] = { ...response(contract, 'NotFound') }
  },
  'a new media type of a response is the first': (contract) => {
    const json = response(contract, 'EventPage')
    json['content'] = { 'text/html': { schema: { type: 'string' } }, ...at(json, 'content') }
  },
  'the media types of a request stand in another order': (contract) => {
    const body = at(operation(contract, 'patch', EVENT), 'requestBody')
    body['content'] = Object.fromEntries(Object.entries(at(body, 'content')).toReversed())
  },
  'a media type of a response is removed': (contract) =>
    rename(at(response(contract, 'Event'), 'content'), 'application/json', 'application/hal+json'),
  'a header of a response is removed': (contract) =>
    remove(at(response(contract, 'Event'), 'headers'), 'ETag'),
  'a header may be missing': (contract) => {
    at(contract, 'components', 'headers', 'Location')['required'] = false
  },
  'a link of a response is removed': (contract) =>
    remove(response(contract, 'CreatedEvent'), 'links'),
  'a media type of a request is removed': (contract) =>
    remove(
      at(operation(contract, 'patch', EVENT), 'requestBody', 'content'),
      'application/merge-patch+json',
    ),
  'a value is renamed in SDKs that read another keyword': (contract) => {
    at(schema(contract, 'EventOrdering'), 'x-enumNames')[0] = 'START_TIME'
  },
  'a list has records of another kind': (contract) => {
    at(field(contract, 'Event', 'artists'), 'items')['$ref'] = '#/components/schemas/EventArtwork'
  },
  'a request body is removed': (contract) =>
    remove(operation(contract, 'put', EVENT), 'requestBody'),
  'a required request body is new': (contract) => {
    const { requestBody } = operation(contract, 'put', EVENT)
    operation(contract, 'delete', EVENT)['requestBody'] = requestBody
  },
  'a header has another type': (contract) => {
    at(contract, 'components', 'headers', 'RetryAfter', 'schema')['type'] = 'number'
  },
  'a whole path has a new parameter': (contract) => {
    at(contract, 'paths', EVENTS)['parameters'] = [{ name: 'tenant', in: 'query', required: true }]
  },
  'another server is the first': (contract) => {
    contract['servers'] = (contract['servers'] as unknown[]).toReversed()
  },
  'the version of OpenAPI is another': (contract) => {
    contract['openapi'] = '3.2.0'
  },
  'a server is removed': (contract) => {
    contract['servers'] = (contract['servers'] as unknown[]).slice(1)
  },
  'the record of a response is another': (contract) => {
    const json = at(response(contract, 'Event'), 'content', 'application/json')
    json['schema'] = { $ref: '#/components/schemas/Venue' }
  },
  'a body is encoded in another way': (contract) => {
    at(response(contract, 'Event'), 'content', 'application/json')['encoding'] = {}
  },
  'a parameter is written in another way': (contract) => {
    parameter(contract, 'NameFilter')['allowReserved'] = true
  },
  'a header is written in another way': (contract) => {
    at(contract, 'components', 'headers', 'Allow')['explode'] = true
  },
  'a keyword that nobody has classified is changed': (contract) => {
    operation(contract, 'get', EVENTS)['callbacks'] = {}
  },
}
