/** What is different in a picture of a state. */
export interface PictureChange {
  /** In words, for reports without pictures. */
  message: string
  /** Of both pictures, in pixels; undefined if they cannot be laid over each other. */
  size?: { width: number; height: number }
  /** Rectangles around what is different, in pixels. */
  areas: { x: number; y: number; width: number; height: number }[]
}
