import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** A metric and a value of a record for widgets that show some; their code comes with the first one. */
export const Metric = lazyComponent(() => import('#renderer/metric/metric.tsx'))
export const RecordValue = lazyComponent(() => import('./blocks/record-value.tsx'))
