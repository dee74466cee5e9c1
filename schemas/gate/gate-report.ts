import type {
  GateReportAnswer,
  GateReportCheck,
  GateReportFailure,
  GateReportFinding,
  GateReportFixture,
  GateReportMeasured,
  GateReportSurface,
} from '#schemas/types/contract.d.ts'

export type GateReport = GateReportAnswer
export type GateCheck = GateReportCheck
export type GateFailure = GateReportFailure
export type GateFinding = GateReportFinding
export type GateFixture = GateReportFixture
export type GateSurface = GateReportSurface
export type Measured = GateReportMeasured

export const hasPassed = ({ failures }: GateReport): boolean => failures.length === 0

/** How many things a user would see differently; surfaces that are new or gone count too. */
export const differenceCount = ({ surfaces, fixtures }: GateReport): number =>
  surfaces.reduce((count, { change, differences }) => count + (change === 'changed' ? differences.length : 1), 0) +
  fixtures.filter(({ reading }) => reading === 'different').length

/** Whether a user would see something else: then somebody has to say that it is right like this. */
export const isVisible = (report: GateReport): boolean => differenceCount(report) > 0
