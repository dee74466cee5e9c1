/** Type of the posts that help is written as. */
export const helpType = 'panel-help'
