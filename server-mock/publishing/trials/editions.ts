import type { Trx } from '#server/database/database.ts'
import type { ModuleDocuments, ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { isInAudience, type Person } from './audience.ts'
import { overCurrent } from './data-changes.ts'
import { readReleases, type Trial } from './trial-rows.ts'

/**
 * Which documents somebody is shown: those of the last plain publication, and the trials that come on top of it. As a text `12+3+4`: the
 * publication 12 with the trials 3 and 4.
 */
export interface Edition {
  publication: number
  trials: readonly number[]
}

export const editionText = ({ publication, trials }: Edition): string => [publication, ...trials].join('+')

/** Undefined for a text that is none. */
export function parseEdition(text: string | undefined): Edition | undefined {
  if (text === undefined || !/^\d{1,15}(\+\d{1,15}){0,50}$/.test(text)) return undefined
  const [publication, ...trials] = text.split('+').map(Number)
  return { publication: publication!, trials }
}

/** The trials that run, and those that ended since the last plain publication: a page that began with one of them may keep it. */
export interface Editions {
  publication: number
  trials: readonly Trial[]
}

/** What whoever is in no trial that runs is shown. */
export const plainEdition = ({ publication, trials }: Editions): Edition => ({
  publication,
  trials: trials.filter(({ status }) => status === 'finished').map(({ id }) => id),
})

/** The newest documents for a person. */
export const newestEdition = ({ publication, trials }: Editions, person: Person | undefined): Edition => ({
  publication,
  trials: trials
    .filter((trial) => trial.status === 'finished' || (trial.status === 'running' && person !== undefined && isInAudience(trial, person)))
    .map(({ id }) => id),
})

/**
 * The documents that a page began with, as far as they can still be shown to this person: a trial only to whom it is, or was, meant for.
 * The newest where another publication has come since.
 */
export function keptEdition(editions: Editions, person: Person | undefined, asked: Edition | undefined): Edition {
  if (!asked || asked.publication !== editions.publication) return newestEdition(editions, person)
  return {
    publication: editions.publication,
    trials: editions.trials
      .filter(
        (trial) =>
          asked.trials.includes(trial.id) && (trial.status === 'finished' || (person !== undefined && isInAudience(trial, person))),
      )
      .map(({ id }) => id),
  }
}

/** The modules of an edition. */
export async function documentsOf(
  trx: Trx,
  { trials }: Editions,
  edition: Edition,
  current: ReadonlyMap<string, ModuleFiles>,
): Promise<ModuleDocuments[]> {
  const shown = new Map<string, number>()
  for (const trial of trials) {
    // Before a trial was finished, its module had the documents that it began with.
    if (trial.status === 'finished' && !shown.has(trial.module)) shown.set(trial.module, trial.base)
  }
  for (const trial of trials) if (edition.trials.includes(trial.id)) shown.set(trial.module, trial.release)
  const filesById = await readReleases(trx, [...shown.values()])
  return [...current].map(([name, files]) => {
    const documents = parseModule(files)
    const other = shown.has(name) ? filesById.get(shown.get(name)!) : undefined
    return other ? overCurrent(documents, parseModule(other)) : documents
  })
}
