import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps a second process out of a data folder: two would overwrite each other's pages. The file holds the process id;
 * one left by a process that is gone is taken over. Answers the function that gives the folder back.
 * @throws when a living process holds the folder.
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

/** Moves the file aside before it goes: if another process has just taken over, it is that one's lock and is put back. */
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

/** Process ids are given out again; the start time tells the old process from one that got its number. */
function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const [state = ''] = statOf(pid)
  // Killed, but its parent has not asked yet how it ended: it writes nothing any more.
  return !['Z', 'X', 'x'].includes(state) && start === startOf(pid)
}

/** Start time in clock ticks since boot, where the system tells it (Linux). */
const startOf = (pid: number): string => statOf(pid)[19] ?? ''

/**
 * What the system says of a process from its state on; nothing where it does not say. @source proc(5), /proc/pid/stat from
 * its third field.
 */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
