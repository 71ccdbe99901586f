import type { components } from '../../../generated/v1.ts'
import type { Fields } from './field.ts'
import type { EventRecord } from './model.ts'

/** A write that the service must have done. */
export interface Write {
  readonly fields: Fields
  /** Who writes, as records show users. */
  readonly user: components['schemas']['User']
  readonly placeholder: EventRecord['featured_image']
  /** The answer, for what the service alone can know, such as the time; told-values.ts judges that. */
  readonly told: EventRecord
}
