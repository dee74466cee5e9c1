import { create } from 'zustand'
import type { TimelineOrder } from './timeline-types.ts'

/** Orders that the reader has chosen, by entity: the next record is shown in the same one. Lost with the page. */
export const useOrders = create<Readonly<Record<string, TimelineOrder>>>()(() => ({}))
