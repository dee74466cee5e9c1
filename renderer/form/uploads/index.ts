/** Building blocks of file fields: a separate entry point, loaded with the first of them. */
export { checkFiles, pictureLimits } from './check-files.ts'
export { readFiles, type FileEntry } from './file-value.ts'
export { Lightbox } from './lightbox.tsx'
export { FilePick, UploadFrame, UploadLimits } from './upload-frame.tsx'
export { tellFailure, tellFaults } from './tell-files.ts'
export { UploadProgress, UploadRow } from './upload-row.tsx'
export { useReorder } from './use-reorder.ts'
export { useUploads, type UploadProps } from './use-uploads.ts'
