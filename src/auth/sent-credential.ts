const NO_CREDENTIAL = /^\s*(?:bearer\s*)?$/i

/**
 * The value of an `Authorization` header, or undefined for a value without a credential: an empty value, or the
 * scheme alone. Generated clients send such a value where a credential is optional and none is set.
 */
export function sentCredential(authorization: string | undefined): string | undefined {
  return authorization === undefined || NO_CREDENTIAL.test(authorization)
    ? undefined
    : authorization
}
