/** A file that can't be imported at all; the sentence says why, and what to do. */
export class CannotImport extends Error {}

/** A line that can't be imported; the others can. */
export class RefusedLine extends Error {}
