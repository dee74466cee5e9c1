import { CallFailure } from '#renderer'
export const uploadFile = async (_file: File, _options: { signal: AbortSignal; onProgress: (part: number) => void; payload?: Record<string, unknown> }): Promise<{ id: number; link: string; mime_type: string }> => { throw new CallFailure('upload', 404, {}) }
