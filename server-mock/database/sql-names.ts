/** Quotes names and texts for statements that take no parameters (`create`, `alter`, `comment`). */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`
export const tableOf = (entity: string) => `data.${quote(entity)}`
