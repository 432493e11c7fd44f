/** The copy failed; the message is one sentence for the operator. */
export class CannotCopy extends Error {}
