import fc from 'fast-check'
import type { Body } from './body.ts'
import type { Condition } from './conditions.ts'
import type { Model } from './model.ts'
import type { Service } from './service.ts'
import { findTarget, isThere, type Found, type Target } from './targets.ts'

export type Step = fc.AsyncCommand<Model, Service>

/** Does something to the service, holds it against the model, and changes the model as it must be. */
type Act = (model: Model, service: Service) => Promise<void>

/**
 * A command for fast-check. When a run fails, each of its lines says which request that was (the event
 * depends on the commands before it) and, in `text`, what else was asked for.
 */
export function step(text: string, act: Act, check = (_model: Model) => true): Step {
  let request = ''
  return Object.assign(
    {
      check,
      run: (model: Model, service: Service) =>
        act(model, {
          ...service,
          send: (caller, sent) => {
            request ||= `${caller}: ${sent.method ?? 'GET'} ${sent.path}`
            return service.send(caller, sent)
          },
        }),
      toString: () => `\n  ${request}, ${text}`,
    },
    // Shorter sequences have the same commands, which would tell of the last one that was tried.
    { [fc.cloneMethod]: () => step(text, act, check) },
  )
}

/** A step that is for one event, when there is one of that kind. */
export function eventStep(
  text: string,
  target: Target,
  act: (found: Found, model: Model, service: Service) => Promise<void>,
): Step {
  return step(
    text,
    (model, service) => act(findTarget(model, target), model, service),
    (model) => isThere(model, target),
  )
}

/** What a request has beside its address and sender, in one line. */
export function requestText(request: {
  readonly condition?: Condition
  readonly mediaType?: string | undefined
  readonly body?: Body
}): string {
  const { condition, mediaType = 'no type', body } = request
  const parts = [condition && `ETag ${condition}`, body && `${mediaType}, ${body.text}`]
  return parts.filter((part) => part !== undefined).join(', ')
}
