/** Epoch milliseconds. In every table money is whole cents, ids are UUIDv7 text, JSON is text. */
export type Moment = number;
