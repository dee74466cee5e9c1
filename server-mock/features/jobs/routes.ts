import type { Feature } from '#server/feature.ts'
import { serveDemoResumes } from './demo-resumes.ts'
import { seedJobs } from './seed.ts'

/** All calls are declared; here is the demo. */
export const jobs: Feature = { module: 'jobs', handlers: {}, seed: seedJobs, serve: serveDemoResumes }
