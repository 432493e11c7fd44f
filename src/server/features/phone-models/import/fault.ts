/** A file that can't be imported at all; the message says why, and what to do. */
export class CannotImport extends Error {}

/** A record that can't be imported, though the others can. */
export class RefusedLine extends Error {}
