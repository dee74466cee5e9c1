import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps a second process out of a data folder: two processes would overwrite each other's pages. The file holds the
 * process id; the lock of a process that no longer runs is taken over. Returns the function that releases the folder.
 * @throws when a running process holds the folder
 */
export function lockFolder(folder: string, log: (message: string, detail?: Record<string, unknown>) => void): () => void {
  const path = join(folder, 'lock')
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(path, `${process.pid}\n${startOf(process.pid)}\n`, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error
      const [pid, start] = readLock(path)
      if (isAlive(pid, start))
        throw new Error(`The data folder ${folder} is in use by process ${pid}. Stop that process or choose another DATA_DIR.`)
      log('lock of a process that is gone taken over', { folder, pid })
      removeStale(path, pid)
    }
  }
  const unlock = () => {
    process.off('exit', unlock)
    if (readLock(path)[0] === process.pid) rmSync(path, { force: true })
  }
  process.on('exit', unlock)
  return unlock
}

/** Moves the file aside before deleting it: if another process has just taken over, the file is that process's lock and is put back. */
function removeStale(path: string, stalePid: number) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readLock(aside)[0] !== stalePid) linkSync(aside, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function readLock(path: string): [pid: number, start: string] {
  try {
    const [pid = '', start = ''] = readFileSync(path, 'utf8').split('\n')
    return [Number(pid), start]
  } catch {
    return [0, '']
  }
}

/** Process ids are reused; the start time distinguishes the old process from a new one with the same id. */
function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const [state = ''] = statOf(pid)
  // A process that was killed, but that its parent has not waited for yet, writes nothing any more.
  return !['Z', 'X', 'x'].includes(state) && start === startOf(pid)
}

/** Start time in clock ticks since boot, if the system reports it (Linux). */
const startOf = (pid: number): string => statOf(pid)[19] ?? ''

/**
 * Fields of a process's status from its state on; empty if the system does not report them.
 * @source proc(5), /proc/pid/stat from its third field
 */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
