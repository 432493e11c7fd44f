/** A copy that can't go on: its message is one clear sentence for the operator. */
export class CannotCopy extends Error {}
