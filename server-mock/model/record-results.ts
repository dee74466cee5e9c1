/**
 * Types a record of the model as the results of its call: `results: recordResults(await readRecord(…))`. The fields of a record come
 * from the entity's document, which the compiler cannot see. Answers are checked against the catalogue at run time.
 */
export const recordResults = <Results extends object>(record: Record<string, unknown>): Results => record as Results
