import type { components } from '../../generated/v1.ts'
import { unauthorized } from '../credentials/bearer-key.ts'
import type { Unpublished, Viewer } from '../database/visibility.ts'

/**
 * Which records a list shows: what is public unless another state is asked for.
 * @throws 401 when the public asks for what it may not see (design: states).
 */
export function requestedState(
  status: components['schemas']['PublishStatus'] = 'published',
  viewer: Viewer,
): 'public' | Unpublished {
  if (status === 'published') return 'public'
  if (viewer === undefined) throw unauthorized()
  return { status, viewer }
}
