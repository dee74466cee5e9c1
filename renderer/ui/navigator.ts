export interface GoOptions {
  replace?: boolean
}

type Navigate = (path: string, options?: GoOptions) => void

const loadPage: Navigate = (path) => window.location.assign(path)
let navigate: Navigate = loadPage

/** The router lends its navigation to code outside React; until it does, a path is a page load. */
export function setNavigator(fn: Navigate): () => void {
  navigate = fn
  return () => {
    navigate = loadPage
  }
}

/** Goes to a path of the panel. */
export const goTo: Navigate = (path, options) => navigate(path, options)

/** Path of the page that is open, whatever it shows of itself by its query. */
export const currentPage = () => window.location.pathname
/** Path with query of the page that is open. */
export const currentPath = () => window.location.pathname + window.location.search
