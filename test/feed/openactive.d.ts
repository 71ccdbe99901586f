// The packages have no types of their own.

declare module '@openactive/data-models' {
  /** The vocabulary of schema.org in JSON-LD. */
  export function getSchemaOrgVocab(): object
}

interface ValidationError {
  readonly severity: string
  readonly type: string
  readonly path: string
  readonly message: string
}

declare module '@openactive/rpde-validator' {
  export function RpdeValidator(
    url: string,
    options: { readonly timeoutMs: number },
  ): Promise<{
    readonly pages: readonly { readonly url: string; readonly errors: readonly ValidationError[] }[]
  }>
}

declare module '@openactive/data-model-validator' {
  export function validate(
    data: object,
    options: { readonly loadRemoteJson: boolean },
  ): Promise<readonly ValidationError[]>
}
