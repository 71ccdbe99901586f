// The package has no types of its own.
declare module '@adobe/structured-data-validator/src/validator.js' {
  export class Validator {
    /** @param vocabulary of schema.org in JSON-LD. */
    constructor(vocabulary: object)
    /** @param data by their format and type. */
    validate(data: {
      readonly jsonld: Readonly<Record<string, readonly object[]>>
    }): Promise<readonly { readonly issueMessage: string }[]>
  }
}
