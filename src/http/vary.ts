/** On every answer of the service, whatever made it (RFC 9110, section 12.5.5). */
export const VARY = 'Accept, Accept-Encoding'
