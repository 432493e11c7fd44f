/** A record that can't be imported, though the others can. */
export class RefusedLine extends Error {}
