import type { Handlers } from '#server/feature.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { mergePeople } from './merge-people.ts'

/** What is kept of a person as a whole: told, joined, and erased. */
export const personCalls: Handlers = { 'user-data-export': exportPerson, 'user-erase': erasePerson, 'user-merge': mergePeople }
