import { measureGridServer } from './grid-server-bench.ts'
console.log(JSON.stringify(await measureGridServer(), null, 1))
